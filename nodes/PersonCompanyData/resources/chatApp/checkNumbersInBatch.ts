import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';

import { splitPhone, type PhoneNumber } from '../../../../contract/input';
import { digits, plural } from '../../../../core/base/text';
import type { LiveNames } from '../../../../contract/liveNames';
import { limits } from '../../../../contract/model/limits';
import { balanceFirst, requests, sumOf } from '../../../../core/background/requests';
import { groupInTurns } from '../../../../core/base/async';
import { fingerprint } from '../../../../core/base/fingerprint';
import { acceptedId, filledOf, layersOf } from '../../../../core/base/json';
import type { Submission } from '../../../../core/client/runState';
import { Purchases } from '../../../../core/purchase/purchases';
import { inOrderOf } from '../../../../core/purchase/ledger';
import { balanceRead } from '../../../../core/purchase/balance';
import { lostBefore } from '../../../../core/purchase/refusals';
import { NO_ID, submit } from '../../../../core/purchase/submit';
import {
	asObject, asRows, asText, attempt, choice, combine, defined, endpoints, firstOf, forRun,
	operation, optionalField, type Outcome, type Output, type Service,
} from '../../families/kit'; // prettier-ignore
import { isActive, keyOf, numberUnit, phoneField } from './number';

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
	// Nothing is waited for in between, and if n8n is killed, no more is claimed than was sent.
	recordsAtOnce: limits.chatAppBatchNumbers,
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
	acceptedId(answer, 'id', 'job_id', 'id_processamento');

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
	const found = await outputs(service, numbers, submission.answer ?? {}, settings);
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
			const acknowledgement = Array.isArray(answer) ? { results: answer } : asObject(answer);
			// The response shape is undocumented: accept it even without an ID.
			return { id: idIn(acknowledgement) ?? NO_ID, remembered: acknowledgement };
		}),
	);
	if (submitted.ok) return await outputs(service, numbers, submitted.value.remembered, settings);
	return {
		outputs: [],
		problems: [{ items: numbers.flatMap(({ items }) => items), error: submitted.error }],
	};
}

async function outputs(
	service: Service,
	numbers: readonly Wanted[],
	acknowledgement: IDataObject,
	settings: NumberInput,
): Promise<Outcome> {
	const items = numbers.flatMap((number) => number.items);
	return {
		outputs: settings.perNumber
			? await outputsByNumber(service, numbers, acknowledgement)
			: [{ json: { ...acknowledgement, numbers: numbers.length }, items }],
		problems: [],
	};
}

/** The rows in which an acknowledgement tells about numbers, under whatever names. */
const rowsIn = (answer: IDataObject): IDataObject[] =>
	layersOf(answer)
		.flatMap((layer) => Object.values(layer))
		.flatMap((value) => (Array.isArray(value) ? asRows(value) : []));

/** The number that a row tells about; the area code may stand in it or beside it. */
function numberIn(row: IDataObject): string | undefined {
	const phone = asText(firstOf(row, 'phone', 'number', 'numero', 'telefone')) ?? '';
	const number = splitPhone(`${asText(row.ddd) ?? ''}${phone}`) ?? splitPhone(phone);
	return number && keyOf(number);
}

/** What several rows tell of a number. A list may only repeat what was sent, so those that tell its state go before. */
function stateOf(rows: readonly IDataObject[], words: LiveNames): IDataObject {
	const telling = rows.filter((row) => isActive(row, words) !== null);
	// All at once, as the rows of one number may be many.
	const fields = [...rows, ...[...rows, ...telling].map(filledOf)].flatMap(Object.entries);
	return Object.fromEntries(fields) as IDataObject;
}

/** One item per number, with its state if the acknowledgement includes it; then what that says of others. */
async function outputsByNumber(
	service: Service,
	numbers: readonly Wanted[],
	answer: IDataObject,
): Promise<Output[]> {
	const { words } = service.session.connection;
	const id = idIn(answer);
	const told = await groupInTurns(rowsIn(answer), (row) => numberIn(row) ?? row);
	const states = new Map([...told].map(([key, rows]) => [key, stateOf(rows, words)]));
	const own = numbers.flatMap(({ items, ddd, phone }) => {
		const number = { ddd, phone };
		const state = states.get(keyOf(number));
		states.delete(keyOf(number));
		const found = state === undefined ? {} : { ...state, active: isActive(state, words) };
		return items.map((item): Output => ({
			json: { ...defined({ id }), ...number, ...found },
			items: [item],
		}));
	});
	const others = [...states.values()].map((row): Output => ({
		json: { ...defined({ id }), ...row },
		items: [],
	}));
	return [...own, ...others];
}
