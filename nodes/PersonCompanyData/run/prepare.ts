import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { inTurns } from '../../../core/base/async';
import { rowOf } from '../../../core/base/text';
import { inputError, type Fields, type Input, type Where } from '../../../core/form/field';
import { differenceIn, readForm, type GivenItem } from '../../../core/form/form';
import { formOf, type Resources } from './describe';
import { parameterReader } from './input/parameters';
import { rowsOf, type Row } from './rows';
import type { RunOptions } from './options/options';
import { checkOverrides, type ItemOptions } from './options/overrides';
import type { Finish } from '../../../core/background/suspend';
import { viewOf } from '../../../core/leads/view';
import { operationError } from '../../../core/base/errors';
import type { CheckedItem, Operation } from './operation';
import { overridable, purchaseKeyOf } from './plan';
import { InvalidItem, type Outcome, type Output, type Problem } from '../../../core/output/outcome';

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
	readonly settled: Outcome;
	readonly options: RunOptions;
	readonly finish: Finish;
	/** Including invalid ones. */
	readonly rows: readonly Row[];
	/** The input item of each row; only where items hold lists. */
	readonly sources?: readonly number[];
}

/** Reads and validates every item before anything is sent. */
export async function checkItems(context: IExecuteFunctions, operation: Operation): Promise<Checked> {
	const checked: CheckedItem[] = [];
	const problems: Problem[] = [];
	const outputs: Output[] = [];
	let options: RunOptions = {};
	let view: Finish['view'];
	const form = formOf(operation);
	// Read once: n8n copies the node on every `getNode` call.
	const node = context.getNode();
	const inputs = context.getInputData();
	const read = parameterReader(context, node.parameters, inputs);
	const includesInput =
		operation.includesInput !== undefined &&
		String(read('includeInputFields', 0, operation.includesInput)) === 'true';
	const items = [...inputs.keys()].map((item): GivenItem => ({
		where: { node, item },
		parameter: (name, fallback) => read(name, item, fallback),
	}));
	let first: { readonly item: number; readonly input: Input<Fields> } | undefined;
	let different: string | undefined;
	const rows = await rowsOf(operation.list, items, inputs);
	for await (const [item, row] of inTurns(rows.entries())) {
		const { where, source } = row;
		try {
			if (isOfPreview(inputs[source].json)) throw ofPreview(where);
			const input = readForm(form, row);
			first ??= { item, input };
			const label = differenceIn(form, first.input, input);
			if (label !== undefined)
				different ??= `${label} differs between row ${rowOf(first.item)} and row ${rowOf(item)}.`;
			const at = (field: string) => ({ ...where, field });
			const all = allOptions(input);
			options = all;
			checkOverrides(operation.calls, overridable(operation), all, at);
			view ??= operation.leads && viewOf(operation.leads, input);
			const asked = { item, input: operation.prepare(input, at, inputs[source]), options: all };
			checked.push({ ...asked, purchaseKey: purchaseKeyOf(operation, asked) });
		} catch (error) {
			if (error instanceof InvalidItem)
				outputs.push({ json: { outcome: 'invalid', reason: error.message }, items: [item] });
			else problems.push({ items: [item], error: error as Error, outcome: 'invalid' });
		}
	}
	// Without a valid item no options were read.
	if (checked.length === 0 && items.length > 0 && asksForPreview(form, items[0]))
		options = { ...options, previewCost: true };
	const common = {
		finish: { view, ...(includesInput && { rows: rows.map(({ json }) => json) }) },
		rows,
		...(rows.length > inputs.length && { sources: rows.map(({ source }) => source) }),
	};
	if (different === undefined) return { ...common, items: checked, settled: { outputs, problems }, options };
	const error = notTheSame(node, different);
	const difference: Problem = { items: [...rows.keys()], error, outcome: 'invalid' };
	return { ...common, items: [], settled: { outputs: [], problems: [difference] }, options: {} };
}

const notTheSame = (node: INode, difference: string): Error =>
	operationError(node, `${difference} Options that apply to the whole run must be the same for all items.`, {
		description:
			"Use a fixed value, or an expression that does not depend on the item, such as {{ $('Node').first().json.x }}. Nothing was sent.",
	});

/** The node before this one may have run with Preview Cost. */
const isOfPreview = ({ preview, creditsAtMost }: IDataObject): boolean =>
	preview === true && creditsAtMost !== undefined;

const ofPreview = (where: Omit<Where, 'field'>): Error =>
	inputError(
		{ ...where, field: 'This row' },
		'is of the preview of another node, and has no data yet.',
		'Run that node without Preview Cost first.',
	);

/** Works even if the rest of the form is invalid. */
function asksForPreview({ previewCost: field }: Fields, { where, parameter }: GivenItem): boolean {
	try {
		return field?.read(parameter('previewCost', false), { ...where, field: '' }) === true;
	} catch {
		// Each row reports it.
		return false;
	}
}

const allOptions = ({ options, previewCost }: Input<Fields>): RunOptions & ItemOptions => ({
	...(options as object),
	...(options as { readonly advanced?: object }).advanced,
	...(previewCost === true && { previewCost }),
});
