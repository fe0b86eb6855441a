import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { inTurns, mapInTurns } from '../../../core/base/async';
import { inputError, type Fields, type Input, type Where } from '../../../core/form/field';
import { readForm } from '../../../core/form/form';
import { differenceIn, parametersWith, type GivenItem } from '../../../core/form/same';
import { formOf, type Resources } from './describe';
import { givenItem, parameterReader } from './input/parameters';
import { rowsOf, type Row } from './input/rows';
import type { ItemOptions, RunOptions } from './options/options';
import { checkOverrides } from './options/overrides';
import type { Finish } from '../../../core/background/suspend';
import { viewOf } from '../../../core/leads/view';
import { operationError } from '../../../core/base/operationError';
import { overridable, type Operation, type CheckedItem } from './operation';
import { checkSharedWork, notTheSame, purchaseKeyOf } from './purchaseKey';
import { InvalidItem, type Output, type Problem } from '../../../core/output/outcome';

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

/** Reads and validates every item before anything is sent. */
export async function checkItems(context: IExecuteFunctions, operation: Operation): Promise<Checked> {
	const checked: CheckedItem[] = [];
	const problems: Problem[] = [];
	const invalid: Output[] = [];
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
	const compared = new Set([...parametersWith(form, 'run'), ...parametersWith(form, 'work')]);
	const items = await mapInTurns(inputs.keys(), (item): GivenItem =>
		givenItem({ node, item }, read, compared),
	);
	// Compares all items, even invalid ones.
	const different = await differenceIn(form, 'run', items);
	const given = await rowsOf(operation.list, items, inputs);
	for await (const [item, { where, parameter, source }] of inTurns(given.entries())) {
		try {
			if (isOfPreview(inputs[source].json)) throw ofPreview(where);
			const input = readForm(form, parameter, where);
			const at = (field: string) => ({ ...where, field });
			const all = allOptions(input);
			options = all;
			checkOverrides(operation.calls, overridable(operation), all, at);
			view ??= operation.leads && viewOf(operation.leads, input);
			const work = { item, input: operation.prepare(input, at, inputs[source]), options: all };
			checked.push({ ...work, purchaseKey: purchaseKeyOf(operation, work) });
		} catch (error) {
			if (error instanceof InvalidItem)
				invalid.push({ json: { outcome: 'invalid', reason: error.message }, items: [item] });
			else problems.push({ items: [item], error: error as Error, outcome: 'invalid' });
		}
	}
	const rowCount = given.length;
	// Without a valid item no options were read.
	const isPreview = checked.length === 0 && items.slice(0, 1).some((item) => asksForPreview(form, item));
	if (isPreview) options = { ...options, previewCost: true };
	const finish: Finish = {
		view,
		...(includesInput && { rows: given.map(({ json }) => json) }),
	};
	const common = {
		invalid,
		options,
		finish,
		rowCount,
		rows: given,
		...(rowCount > inputs.length && { sources: given.map(({ source }) => source) }),
	};
	if (different !== undefined) {
		const all = given.map((_, item) => item);
		const error = notTheSame(node, different);
		const difference: Problem = { items: all, error, outcome: 'invalid' };
		return { ...common, items: [], problems, difference };
	}
	const { agreeing, disagreeing } = await checkSharedWork(node, operation, checked, given);
	return { ...common, items: agreeing, problems: [...problems, ...disagreeing] };
}

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

interface Checked {
	readonly items: readonly CheckedItem[];
	/** For invalid items that stop nothing. */
	readonly invalid: readonly Output[];
	readonly problems: readonly Problem[];
	readonly options: RunOptions;
	readonly finish: Finish;
	/** Including invalid ones. */
	readonly rowCount: number;
	readonly rows: readonly Row[];
	/** The input item of each row; only where items hold lists. */
	readonly sources?: readonly number[];
	/** Set if items differ in what applies to the whole run: nothing may be sent. */
	readonly difference?: Problem;
}
