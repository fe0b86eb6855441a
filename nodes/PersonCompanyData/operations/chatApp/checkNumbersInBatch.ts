import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { limits } from '../../../../contract/model/limits';
import { attempt, groupInTurns } from '../../../../core/base/async';
import { asText, defined } from '../../../../core/base/json';
import { digits, plural } from '../../../../core/base/text';
import type { Submission } from '../../../../core/client/runState';
import type { Service } from '../../../../core/client/service';
import { forRun } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';
import { combine, failed, itemsOf, type RunResult } from '../../../../core/output/result';
import { Purchases } from '../../../../core/purchase/purchases';
import { lostBefore } from '../../../../core/purchase/refusals';
import { NO_ID, submit } from '../../../../core/purchase/submit';
import { acknowledged } from '../../../../core/read/answer';
import { operation } from '../../run/operation';
import { dividedNumber, numberPurchaseKey, phoneField } from './number';

const endpoint = endpoints.chatAppCheckBatch;
const most = limits.chatAppBatchNumbers;

interface Wanted {
	readonly phone: IDataObject;
	readonly purchaseKey: string;
	readonly items: readonly number[];
}

const keysOf = (numbers: readonly Wanted[]): string[] => numbers.map(({ purchaseKey }) => purchaseKey);

export const checkNumbersInBatch = operation({
	name: 'Check Numbers in Batch',
	action: 'Check numbers in chat app',
	description: `Submit all input items together, with up to ${digits(most)} numbers per request; the service sends the result to the callback URL`,
	calls: [endpoint],
	// Without it, numbers would be charged, and their result would reach nobody.
	fields: { phone: phoneField, callback_url: forRun(valueField(endpoint.body.properties.callback_url)) },
	prepare: ({ phone, callback_url: callbackUrl }) => ({ number: dividedNumber(phone), callbackUrl }),
	purchaseKey: ({ number }) => numberPurchaseKey(number),
	requests: ({ length }) => Math.ceil(length / most),
	submitsRecords: true,
	runAll: async (prepared, service): Promise<RunResult> => {
		const { callbackUrl } = prepared[0].input;
		const byPurchaseKey = await groupInTurns(prepared, ({ purchaseKey }) => purchaseKey);
		const wanted = [...byPurchaseKey].map(([purchaseKey, same]): Wanted => ({
			phone: { ...same[0].input.number },
			purchaseKey,
			items: same.map(({ item }) => item),
		}));
		const { ledger } = Purchases.of(service.session);
		const groups = await groupInTurns(wanted, (number) => ledger.find(number.purchaseKey));
		const results: RunResult[] = [];
		for (const [submission, numbers] of groups)
			if (submission !== undefined) results.push(submittedBefore(service, submission, numbers));
		for (const numbers of chunk(groups.get(undefined) ?? [], most))
			results.push(await submitNumbers(service, numbers, callbackUrl));
		return combine(results);
	},
});

const what = (numbers: readonly Wanted[]): string => plural(numbers.length, 'number was', 'numbers were');

/** One item per submission; the numbers' own results go to the callback URL. */
const accepted = (numbers: readonly Wanted[], answer: IDataObject): RunResult => ({
	outputs: [{ json: { ...answer, numbers: numbers.length }, items: itemsOf(numbers) }],
	problems: [],
});

function submittedBefore(service: Service, submission: Submission, numbers: readonly Wanted[]): RunResult {
	if (submission.id === undefined) return failed(itemsOf(numbers), lostBefore(what(numbers), submission.at));
	Purchases.of(service.session).decide(keysOf(numbers), 'answered');
	service.session.hint(
		'This execution has submitted these numbers before. They were not submitted or charged again.',
	);
	return accepted(numbers, submission.answer ?? {});
}

/** Any acknowledgement counts, even without an ID: its shape is undocumented, and the numbers are charged. */
async function submitNumbers(
	service: Service,
	numbers: readonly Wanted[],
	callbackUrl: string | undefined,
): Promise<RunResult> {
	const body = defined({ phones: numbers.map(({ phone }) => phone), callback_url: callbackUrl });
	const order = { call: { endpoint, body }, what: what(numbers) };
	const submitted = await attempt(
		submit(service, keysOf(numbers), order, ({ body: answer }) => {
			const remembered = acknowledged(endpoint, answer);
			const { id, job_id: job, id_processamento: batch } = remembered;
			return { id: asText(id ?? job ?? batch) ?? NO_ID, remembered };
		}),
	);
	return submitted.ok
		? accepted(numbers, submitted.value.remembered)
		: failed(itemsOf(numbers), submitted.error);
}
