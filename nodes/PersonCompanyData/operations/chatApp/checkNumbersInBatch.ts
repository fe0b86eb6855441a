import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';

import { groupInTurns } from '../../../../core/base/async';
import { digits, plural } from '../../../../core/base/text';
import { limits } from '../../../../contract/model/limits';
import type { Submission } from '../../../../core/client/runState';
import { acknowledged } from '../../../../core/read/answer';
import { Purchases } from '../../../../core/purchase/purchases';
import { lostBefore } from '../../../../core/purchase/refusals';
import { NO_ID, submit } from '../../../../core/purchase/submit';
import {
	asText, attempt, choice, combine, defined, endpoints, forRun, isFilled, operation, optionalField, type Outcome, type Output, type Service,
} from '../../shared/prelude'; // prettier-ignore
import { numberPurchaseKey, phoneField } from './number';

const endpoint = endpoints.chatAppCheckBatch;
const most = limits.chatAppBatchNumbers;

interface Wanted {
	readonly phone: IDataObject;
	readonly purchaseKeys: readonly string[];
	readonly items: readonly number[];
}

type OutputsOf = (numbers: readonly Wanted[], answer: IDataObject) => Output[];

const itemsOf = (numbers: readonly Wanted[]): number[] => numbers.flatMap(({ items }) => items);

export const checkNumbersInBatch = operation({
	name: 'Check Numbers in Batch',
	action: 'Check which numbers are active in chat app',
	description: `Submit all input items together, with up to ${digits(most)} numbers per request; the service sends the result to the callback URL`,
	calls: [endpoint],
	fields: {
		phone: phoneField,
		outputPer: forRun(
			choice('Output Per', undefined, [
				{ name: 'One Item per Submission', value: 'submission' },
				{ name: 'One Item per Number', value: 'number' },
			]),
		),
	},
	options: { callback_url: forRun(optionalField(endpoint.body.properties.callback_url)) },
	prepare: ({ phone: number, outputPer, options }) => ({
		number,
		callbackUrl: options.callback_url,
		outputs: outputPer === 'number' ? byNumber : bySubmission,
	}),
	purchaseKey: ({ number }) => numberPurchaseKey(number),
	requests: ({ length }) => Math.ceil(length / limits.chatAppBatchNumbers),
	submitsRecords: true,
	runAll: async (prepared, service): Promise<Outcome> => {
		const { callbackUrl, outputs } = prepared[0].input;
		const byPurchaseKey = await groupInTurns(prepared, ({ purchaseKey }) => purchaseKey);
		const wanted = [...byPurchaseKey].map(([purchaseKey, same]): Wanted => ({
			phone: { ...same[0].input.number },
			purchaseKeys: [purchaseKey],
			items: same.map(({ item }) => item),
		}));
		// An earlier attempt or turn of this execution may have submitted some.
		const { ledger } = Purchases.of(service.session);
		const groups = await groupInTurns(wanted, (number) => ledger.find(...number.purchaseKeys));
		const outcomes: Outcome[] = [];
		for (const [submission, numbers] of groups)
			if (submission !== undefined) outcomes.push(submittedBefore(service, submission, numbers, outputs));
		for (const numbers of chunk(groups.get(undefined) ?? [], most))
			outcomes.push(await submitNumbers(service, numbers, callbackUrl, outputs));
		return combine(outcomes);
	},
});

const what = (numbers: readonly Wanted[]): string => plural(numbers.length, 'number was', 'numbers were');

function submittedBefore(
	service: Service,
	submission: Submission,
	numbers: readonly Wanted[],
	outputsOf: OutputsOf,
): Outcome {
	if (submission.id === undefined) {
		const error = lostBefore(what(numbers), submission.at);
		return { outputs: [], problems: [{ items: itemsOf(numbers), error }] };
	}
	const purchaseKeys = numbers.flatMap((number) => number.purchaseKeys);
	Purchases.of(service.session).decide(purchaseKeys, 'answered');
	service.session.hint(
		'This execution has submitted these numbers before. They were not submitted or charged again.',
	);
	const isAll = numbers.length === submission.count;
	// The rest of the answer belongs to the turn that asked for the other numbers.
	const outputs = outputsOf(numbers, submission.answer ?? {}).filter(
		({ items }) => isAll || items.length > 0,
	);
	return { outputs, problems: [] };
}

/** Any acknowledgement counts, even without an ID: its shape is undocumented, and the numbers are charged. */
async function submitNumbers(
	service: Service,
	numbers: readonly Wanted[],
	callbackUrl: string | undefined,
	outputsOf: OutputsOf,
): Promise<Outcome> {
	const body = defined({ phones: numbers.map(({ phone }) => phone), callback_url: callbackUrl });
	const purchaseKeys = numbers.flatMap((number) => number.purchaseKeys);
	const order = { call: { endpoint, body }, what: what(numbers) };
	const submitted = await attempt(
		submit(service, purchaseKeys, order, ({ body: answer }) => {
			const remembered = acknowledged(endpoint, answer);
			return { id: idIn(remembered) ?? NO_ID, remembered };
		}),
	);
	if (submitted.ok) return { outputs: outputsOf(numbers, submitted.value.remembered), problems: [] };
	return { outputs: [], problems: [{ items: itemsOf(numbers), error: submitted.error }] };
}

const idIn = ({ id, job_id: job, id_processamento: batch }: IDataObject): string | undefined =>
	asText(id ?? job ?? batch);

const bySubmission: OutputsOf = (numbers, answer) => [
	{ json: { ...answer, numbers: numbers.length }, items: itemsOf(numbers) },
];

/** One item per number, then the acknowledgement if it holds more than an ID and words (shape undocumented). */
const byNumber: OutputsOf = (numbers, answer) => {
	const id = idIn(answer);
	const own = numbers.flatMap(({ items, phone }) =>
		items.map((item): Output => ({ json: { ...defined({ id }), ...phone }, items: [item] })),
	);
	const isMore = Object.values(answer).some((value) => typeof value === 'object' && isFilled(value));
	return isMore ? [...own, { json: answer, items: [], isRaw: true }] : own;
};
