import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { PRICE_FIELDS } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import type { Finish } from '../../../core/background/suspend';
import { mapInTurns } from '../../../core/base/async';
import { operationError } from '../../../core/base/errors';
import { withoutPersonalData } from '../../../core/base/redact';
import { plural, rowNumber, some } from '../../../core/base/text';
import { inputError, NOTHING_SENT, type At, type Fields, type Input } from '../../../core/form/field';
import { differenceIn, readForm, type LastRead } from '../../../core/form/form';
import { viewOf } from '../../../core/leads/view';
import { toError } from '../../../core/output/items';
import { InvalidItem, type Output, type Problem, type RunResult } from '../../../core/output/result';
import { formOf, type Resources } from './describe';
import { overridable, purchaseKeyOf, type CheckedItem, type Operation } from './operation';
import type { ItemOptions, RunOptions } from './options';
import { parameterReader, rowsOf, type Row } from './rows';

/** @throws NodeOperationError when the operation does not exist */
export function chosenOperation(context: IExecuteFunctions, resources: Resources): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const name = context.getNodeParameter('operation', 0) as string;
	const operation = resources[resource]?.operations[name];
	if (operation === undefined) {
		throw operationError(context.getNode(), `The operation "${name}" of "${resource}" does not exist`, {
			description:
				'Choose another operation. For calls that this node does not support, use the HTTP Request node with this credential.',
		});
	}
	return operation;
}

/** What is known of a run before anything is sent. */
export interface Checked {
	readonly items: readonly CheckedItem[];
	/** Invalid rows; where they stop nothing, as outputs. */
	readonly settled: RunResult;
	readonly options: RunOptions;
	/** Also where no row is valid. */
	readonly isPreview: boolean;
	readonly finish: Finish;
	/** Including invalid ones. */
	readonly rows: readonly Row[];
	/** The input item of each row; only where items hold lists. */
	readonly sources?: readonly number[];
}

/** Reads and checks all items, and sends nothing. */
export async function checkItems(context: IExecuteFunctions, operation: Operation): Promise<Checked> {
	const checked: CheckedItem[] = [];
	const problems: Problem[] = [];
	const outputs: Output[] = [];
	let options: RunOptions & ItemOptions = {};
	let given: unknown;
	let view: Finish['view'];
	const form = formOf(operation);
	// Read once: n8n copies the node on every `getNode` call.
	const node = context.getNode();
	const inputs = context.getInputData();
	const read = parameterReader(context, node.parameters, inputs);
	const isOn = (name: string, byDefault: boolean): boolean =>
		form[name] !== undefined && String(read(name, 0, byDefault)) === 'true';
	const items = inputs.map(({ json }, item): Row => ({
		where: { node, item },
		parameter: (name, fallback) => read(name, item, fallback),
		source: item,
		json,
	}));
	const rows = await rowsOf(operation.list, items);
	const before: LastRead = new Map();
	let first: { readonly item: number; readonly input: Input<Fields> } | undefined;
	let difference: string | undefined;
	await mapInTurns(rows.entries(), ([item, row]) => {
		const { where, source } = row;
		try {
			const input = readForm(form, row, before);
			first ??= { item, input };
			const label = differenceIn(form, first.input, input);
			if (label !== undefined)
				difference ??= `'${label}' differs between row ${rowNumber(first.item)} and row ${rowNumber(item)}`;
			const at = (field: string) => ({ ...where, field });
			// The same object for all rows with the same options.
			if (input.options !== given) {
				const own = input.options as RunOptions & ItemOptions & { readonly advanced?: object };
				options = { ...own, ...own.advanced };
				checkOverrides(overridable(operation), options, at);
				given = input.options;
			}
			view ??= operation.leads && viewOf(operation.leads, input);
			const asked = { item, input: operation.prepare(input, at, inputs[source]), options };
			checked.push({ ...asked, purchaseKey: purchaseKeyOf(operation, asked) });
		} catch (error) {
			if (error instanceof InvalidItem)
				outputs.push({ json: { outcome: 'invalid', reason: error.message }, items: [item] });
			else problems.push({ items: [item], error: error as Error, outcome: 'invalid' });
		}
	});
	if (difference !== undefined) {
		const error = operationError(node, difference, {
			description:
				"It applies to the whole run and must be the same for all items. Use a fixed value, or an expression that does not depend on the item, such as {{ $('Node').first().json.x }}. Nothing was sent.",
		});
		const all: Problem = { items: [...rows.keys()], error, outcome: 'invalid' };
		const settled = { outputs: [], problems: [all] };
		return { items: [], settled, options: {}, isPreview: false, finish: {}, rows };
	}
	const isPreview = isOn('previewCost', false);
	const includesInput = isOn('includeInputFields', operation.includesInput === true);
	return {
		items: checked,
		settled: { outputs, problems },
		options,
		isPreview,
		finish: isPreview ? {} : { view, ...(includesInput && { rows: rows.map(({ json }) => json) }) },
		rows,
		...(rows.length > inputs.length && { sources: rows.map(({ source }) => source) }),
	};
}

/**
 * @param changed the endpoints that overrides apply to
 * @throws NodeOperationError for overrides that decide what a call costs
 */
function checkOverrides(changed: readonly Endpoint[], options: ItemOptions, at: At): void {
	for (const name of ['additionalBodyFields', 'additionalQueryParameters'] as const) {
		const { [name]: added = {} } = options;
		const priced = PRICE_FIELDS.find((field) => added[field] !== undefined);
		if (priced === undefined || changed.length === 0) continue;
		throw inputError(
			at(name),
			`has "${priced}", which decides what a call costs`,
			'Set it in the form, or choose the operation for that call.',
		);
	}
}

const MOST_LISTED = 10;

/**
 * One error for all invalid rows, with a way to go on without them.
 * @param rows all rows, including valid ones
 */
export function invalidInput(node: INode, problems: readonly Problem[], rows: number): Error {
	const [first] = problems;
	// n8n's own errors point to their expression.
	if (first.items.length === rows || !(first.error instanceof NodeOperationError))
		return toError(node, first);
	const listed = problems
		.slice(0, MOST_LISTED)
		.map(({ items: [item], error }) => `Row ${rowNumber(item)}: ${withoutPersonalData(error.message)}.`);
	const others = problems.length - listed.length;
	if (others > 0) listed.push(`And ${plural(others, 'other')}.`);
	return operationError(node, `${some(problems.length, rows, 'row')} not valid`, {
		description: [
			...listed,
			(first.error.description ?? '').replace(NOTHING_SENT, 'Nothing was sent.'),
			"To continue without these rows, set 'On Error' to 'Continue' in Settings.",
		].join(' '),
	});
}
