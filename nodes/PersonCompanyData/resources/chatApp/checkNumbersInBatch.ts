import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';

import type { PhoneNumber } from '../../../../contract/input';
import { digits, plural } from '../../../../core/base/text';
import { limits } from '../../../../contract/model/limits';
import { balanceFirst, requests, sumOf } from '../../../../core/background/requests';
import { groupInTurns } from '../../../../core/base/async';
import { fingerprint } from '../../../../core/base/fingerprint';
import type { Submission } from '../../../../core/client/runState';
import { acknowledged } from '../../../../core/read/answer';
import { Purchases } from '../../../../core/purchase/purchases';
import { inOrderOf } from '../../../../core/purchase/ledger';
import { balanceRead } from '../../../../core/purchase/balance';
import { lostBefore } from '../../../../core/purchase/refusals';
import { NO_ID, submit } from '../../../../core/purchase/submit';
import {
	asText, attempt, choice, combine, defined, endpoints, forRun, isFilled, operation, optionalField, type Outcome, type Output, type Service,
} from '../../families/kit'; // prettier-ignore
import { keyOf, numberUnit, phoneField } from './number';

const endpoint = endpoints.chatAppCheckBatch;
const { callback_url } = endpoint.body.properties;

/** Input of one item. */
interface NumberInput {
	readonly number: PhoneNumber;
	readonly callbackUrl?: string;
	readonly perNumber: boolean;
}

/** A number and the input items that request it. */
interface Wanted extends PhoneNumber {
	readonly units: readonly string[];
	readonly items: number[];
}

export const checkNumbersInBatch = operation({
	name: 'Check Numbers in Batch',
	action: 'Check which numbers are active in chat app',
	description: `Submit all input items together, with up to ${digits(limits.chatAppBatchNumbers)} numbers per request; the service sends the result to the callback URL`,
	calls: [endpoint],
	fields: {
		phone: phoneField,
		outputPer: forRun(
			choice('Output Per', 'How many items to output for submitted numbers', [
				{ name: 'One Item per Submission', value: 'submission' },
				{ name: 'One Item per Number', value: 'number' },
			]),
		),
	},
	options: { callback_url: forRun(optionalField(callback_url)) },
	prepare: (input): NumberInput => ({
		number: input.phone,
		callbackUrl: input.options.callback_url,
		perNumber: input.outputPer === 'number',
	}),
	unit: ({ number }) => numberUnit(number),
	requests: async (items, { isLimited }) => {
		const groups = await groupInTurns(items, ({ options }) => fingerprint(options));
		const sizes = [...groups.values()].flatMap((group) =>
			chunk(group, limits.chatAppBatchNumbers).map(({ length }) => length),
		);
		return sumOf([requests(sizes.length), balanceFirst(sizes, isLimited)]);
	},
	submitsRecords: true,
	runAll: async (prepared, service): Promise<Outcome> => {
		const wanted = new Map<string, Wanted>();
		for (const { item, input, unit } of prepared) {
			const known = wanted.get(keyOf(input.number));
			if (known === undefined)
				wanted.set(keyOf(input.number), { ...input.number, units: [unit], items: [item] });
			else known.items.push(item);
		}
		const [{ input: settings }] = prepared;
		const outcomes: Outcome[] = [];
		// An earlier attempt or turn of this execution may have submitted some of them.
		const bySubmission = Purchases.of(service.session).ledger.group([...wanted.values()]);
		for (const [submission, numbers] of bySubmission) {
			if (submission !== undefined)
				outcomes.push(await submittedBefore(service, submission, numbers, settings));
		}
		for (const numbers of chunk(bySubmission.get(undefined) ?? [], limits.chatAppBatchNumbers)) {
			outcomes.push(await submitNumbers(service, numbers, settings));
		}
		return combine(outcomes);
	},
});

const idIn = (answer: IDataObject): string | undefined =>
	asText(answer.id ?? answer.job_id ?? answer.id_processamento);

const what = (numbers: readonly Wanted[]): string => plural(numbers.length, 'number was', 'numbers were');

/** What an earlier attempt or turn of this execution has submitted. */
async function submittedBefore(
	service: Service,
	submission: Submission,
	numbers: readonly Wanted[],
	settings: NumberInput,
): Promise<Outcome> {
	if (submission.id === undefined) {
		const items = numbers.flatMap((number) => number.items);
		const error = lostBefore(what(numbers), submission.at, balanceRead(service));
		return { outputs: [], problems: [{ items, error }] };
	}
	Purchases.of(service.session).decide(
		numbers.flatMap(({ units }) => units),
		'answered',
	);
	service.session.hint(
		'This execution has submitted these numbers before. They were not submitted or charged again.',
	);
	const found = outputs(numbers, submission.answer ?? {}, settings);
	if (inOrderOf(submission, numbers).every((number) => number !== undefined)) return found;
	// What the answer tells of others is for the turn that asked for them.
	return { ...found, outputs: found.outputs.filter(({ items }) => items.length > 0) };
}

/** Submits numbers once. Any acknowledgement counts, whatever its shape, because the numbers are charged. */
async function submitNumbers(
	service: Service,
	numbers: readonly Wanted[],
	settings: NumberInput,
): Promise<Outcome> {
	const phones = numbers.map(({ ddd, phone }) => ({ ddd, phone }));
	const order = {
		call: { endpoint, body: defined({ phones, callback_url: settings.callbackUrl }) },
		what: what(numbers),
	};
	const units = numbers.flatMap((number) => number.units);
	const submitted = await attempt(
		submit(service, units, order, ({ body: answer }) => {
			const acknowledgement = acknowledged(endpoint, answer);
			// The response shape is undocumented: accept it even without an ID.
			return { id: idIn(acknowledgement) ?? NO_ID, remembered: acknowledgement };
		}),
	);
	if (submitted.ok) return outputs(numbers, submitted.value.remembered, settings);
	return {
		outputs: [],
		problems: [{ items: numbers.flatMap(({ items }) => items), error: submitted.error }],
	};
}

function outputs(numbers: readonly Wanted[], acknowledgement: IDataObject, settings: NumberInput): Outcome {
	const items = numbers.flatMap((number) => number.items);
	return {
		outputs: settings.perNumber
			? outputsByNumber(numbers, acknowledgement)
			: [{ json: { ...acknowledgement, numbers: numbers.length }, items }],
		problems: [],
	};
}

/** One item per number, then the acknowledgement, if it holds more than an ID and words: its shape is not shown. */
function outputsByNumber(numbers: readonly Wanted[], answer: IDataObject): Output[] {
	const id = idIn(answer);
	const own = numbers.flatMap(({ items, ddd, phone }) =>
		items.map((item): Output => ({ json: { ...defined({ id }), ddd, phone }, items: [item] })),
	);
	const isMore = Object.values(answer).some((value) => typeof value === 'object' && isFilled(value));
	return isMore ? [...own, { json: answer, items: [], isRaw: true }] : own;
}
