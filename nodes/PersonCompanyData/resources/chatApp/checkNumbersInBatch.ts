import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';

import type { PhoneNumber } from '../../../../contract/brazil';
import { limits } from '../../../../contract/model/limits';
import { requestsForBalance } from '../../../../core/once/balance';
import { submitOnce } from '../../../../core/once/submitOnce';
import { submitAgain } from '../../families/common/fields';
import {
	asObject, asRows, asText, attempt, choice, combine, defined, endpoints, firstOf, operation,
	optionalField, type Outcome, type Output, type Service,
} from '../../families/kit'; // prettier-ignore
import { isActive, phoneField } from './number';

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
	readonly items: number[];
}

const keyOf = ({ ddd, phone }: PhoneNumber): string => `${ddd}${phone}`;

export const checkNumbersInBatch = operation({
	name: 'Check Numbers in Batch',
	action: 'Check which numbers are active in chat app',
	description: `Submit all input items together, with up to ${limits.chatAppBatchNumbers} numbers per request; the service sends the result to the callback URL`,
	calls: [endpoint],
	fields: {
		phone: phoneField,
		output: choice('Output', 'What to output for submitted numbers', [
			{ name: 'One Item per Submission', value: 'submission' },
			{ name: 'One Item per Number', value: 'number' },
		]),
	},
	options: { callback_url: optionalField(callback_url), submitAgain },
	prepare: (input): NumberInput => ({
		number: input.phone,
		callbackUrl: input.options.callback_url,
		perNumber: input.output === 'number',
	}),
	identity: ({ number }) => keyOf(number),
	requestsFor: (numbers) => Math.ceil(numbers / limits.chatAppBatchNumbers) + requestsForBalance(numbers),
	runAll: async (prepared, service): Promise<Outcome> => {
		const wanted = new Map<string, Wanted>();
		for (const { item, input } of prepared) {
			const known = wanted.get(keyOf(input.number));
			if (known === undefined) wanted.set(keyOf(input.number), { ...input.number, items: [item] });
			else known.items.push(item);
		}
		const [{ input: settings }] = prepared;
		const outcomes: Outcome[] = [];
		for (const numbers of chunk([...wanted.values()], limits.chatAppBatchNumbers)) {
			outcomes.push(await submit(service, numbers, settings));
		}
		return combine(outcomes);
	},
});

/** The ID of a submission, if the service returned one. */
const idIn = (answer: IDataObject): string | undefined =>
	asText(firstOf(answer, 'id', 'job_id', 'id_processamento'));

/** Submits numbers once. Any acknowledgement counts, whatever its shape, because the numbers are charged. */
async function submit(service: Service, numbers: Wanted[], settings: NumberInput): Promise<Outcome> {
	const phones = numbers.map(({ ddd, phone }) => ({ ddd, phone }));
	const submitted = await attempt(
		submitOnce(
			service,
			{
				call: { endpoint, body: defined({ phones, callback_url: settings.callbackUrl }) },
				identity: { endpoint, body: { phones } },
				what: numbers.length === 1 ? '1 number was' : `${numbers.length} numbers were`,
			},
			(answer) => {
				const acknowledgement = asObject(answer);
				return {
					// The response shape is undocumented: accept it even without an ID.
					id: idIn(acknowledgement) ?? 'none',
					remembered: acknowledgement,
				};
			},
		),
	);
	const items = numbers.flatMap((number) => number.items);
	if (!submitted.ok) return { outputs: [], problems: [{ items, error: submitted.error }] };
	if (submitted.value.earlier) {
		service.session.hint(
			'An earlier attempt of this execution already submitted these numbers. They were not submitted or charged again.',
		);
	}
	const acknowledgement = submitted.value.remembered ?? {};
	return {
		outputs: settings.perNumber
			? outputsByNumber(service, numbers, acknowledgement)
			: [{ json: { ...acknowledgement, numbers: numbers.length }, items }],
		problems: [],
	};
}

/** One item per number, with its state if the acknowledgement includes it. */
function outputsByNumber(service: Service, numbers: readonly Wanted[], answer: IDataObject): Output[] {
	const { words } = service.session.connection;
	const results = Object.values(answer).find(Array.isArray);
	const states = new Map(asRows(results ?? []).map((row) => [`${asText(row.ddd)}${asText(row.phone)}`, row]));
	return numbers.flatMap(({ items, ...number }) => {
		const state = states.get(keyOf(number));
		const found = state === undefined ? {} : { ...state, active: isActive(state, words) };
		const id = idIn(answer);
		return items.map((item): Output => ({
			json: { ...defined({ id }), ...number, ...found },
			items: [item],
		}));
	});
}
