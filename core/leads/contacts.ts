import { plainText, readPhone, splitEmails, type KnownPhone } from '../../contract/input';
import { neutralName, type BrandTerms } from '../../contract/brandTerms';
import { asInteger, asText, isBlank, isObject, type Json } from '../base/json';
import type { Lead } from './vocabulary';

/** Filled values by lower-case neutral name. */
export type Values = ReadonlyMap<string, Json>;

/** Earlier objects take precedence. */
export function valuesIn(objects: readonly unknown[], brandTerms: BrandTerms): Values {
	const values = new Map<string, Json>();
	for (const object of objects.filter(isObject))
		for (const [key, value] of Object.entries(object)) {
			if (isBlank(value)) continue;
			const name = neutralName(key.toLowerCase(), brandTerms);
			if (!values.has(name)) values.set(name, value);
		}
	return values;
}

const END = ['', '2', '3'];

interface Ranked {
	readonly key: string;
	readonly state: number;
	readonly priority: number;
}

/** Earlier lists take precedence. */
function bestOf<T extends Ranked>(...lists: ReadonlyArray<readonly T[]>): T[] {
	// The sort is stable, so the service's order decides among equals.
	const ranked = lists.flatMap((list) =>
		[...list].sort((a, b) => a.state - b.state || a.priority - b.priority),
	);
	const first = new Map([...ranked].reverse().map((contact) => [contact.key, contact]));
	return ranked.filter((contact) => first.get(contact.key) === contact).slice(0, END.length);
}

export const rankIn = (priority: Json): number => asInteger(priority) ?? Number.MAX_SAFE_INTEGER;

/** States of an email by their beginning (assumed: one). */
const EMAIL_STATES: ReadonlyArray<readonly [RegExp, status: string, rank: number]> = [
	[/^v[aá]lid/i, 'valid', 0],
	[/^inv[aá]lid/i, 'invalid', 2],
];

interface Email extends Ranked {
	readonly email: string;
	readonly status?: string;
}

/** One field may hold several addresses. */
function emailsOf(entry: Values): Email[] {
	const said = asText(entry.get('status_email'))?.trim();
	const [, status = said, state = 1] = EMAIL_STATES.find(([pattern]) => pattern.test(said ?? '')) ?? [];
	return splitEmails(asText(entry.get('email')) ?? '').map((email) => ({
		key: email.toLowerCase(),
		...{ email, status, state, priority: rankIn(entry.get('priority')) },
	}));
}

export function emailsIn(record: Values, brandTerms: BrandTerms): Lead {
	const listed = entriesOf(record.get('emails'), 'email', brandTerms);
	const columns = columnsOf(record, 'email').map(([, email]) => new Map([['email', email]]));
	const best = bestOf([...listed, ...columns].flatMap(emailsOf));
	const fields = best.map(({ email, status }, i) => ({
		[`email${END[i]}`]: email,
		[`emailStatus${END[i]}`]: status,
	}));
	return Object.assign({}, ...fields) as Lead;
}

interface Phone extends Ranked, Partial<KnownPhone> {
	readonly number: string;
	readonly hasChatApp?: boolean;
}

/** A number that is not Brazilian stays as given, with its area code. */
function phoneOf(entry: Values, isLandline = false): Phone[] {
	const written = asText(entry.get('number') ?? entry.get('numero'))?.trim() ?? '';
	if (written === '') return [];
	const code = plainText(asText(entry.get('ddd')) ?? '').replace(/^0/, '');
	const known = readPhone(`${code}${written}`, isLandline) ?? readPhone(written, isLandline);
	const number = known?.number ?? [code, written].filter(Boolean).join(' ');
	const [state, priority] = [known === undefined ? 1 : 0, rankIn(entry.get('priority'))];
	// A blank time only means unconfirmed: the number may still be in the app.
	const hasChatApp = entry.has('chatapp_datetime') || undefined;
	return [{ ...known, number, key: number, state, priority, hasChatApp }];
}

/** Mobile phones first where the service separates them. */
const PHONE_LISTS = ['mobile_phones', 'land_lines', 'telefones'];

export function phonesIn(record: Values, brandTerms: BrandTerms): Lead {
	const lists = PHONE_LISTS.map((name) =>
		entriesOf(record.get(name), 'number', brandTerms).flatMap((entry) =>
			phoneOf(entry, name === 'land_lines'),
		),
	);
	const columns = ['celular', 'telefone']
		.flatMap((name) => columnsOf(record, name))
		.flatMap(([end, numero]) =>
			phoneOf(new Map(Object.entries({ ddd: record.get(`ddd${end}`) ?? record.get('ddd'), numero }))),
		);
	const best = bestOf(...lists, columns);
	const fields = best.map(({ number, type }, i) => ({
		[`phone${END[i]}`]: number,
		[`phoneType${END[i]}`]: type,
	}));
	const { withoutNinthDigit: phoneWithoutNinthDigit, hasChatApp: phoneHasChatApp } = best[0] ?? {};
	return Object.assign({ phoneWithoutNinthDigit, phoneHasChatApp }, ...fields) as Lead;
}

/** A bare text counts as an object with that text under `name`. */
const entriesOf = (list: Json, name: string, brandTerms: BrandTerms): Values[] =>
	[list]
		.flat()
		.map((entry) => valuesIn([asText(entry) === undefined ? entry : { [name]: entry }], brandTerms));

/** File columns such as `EMAIL`, `EMAIL_1` and `EMAIL_2`, each with the suffix of its name. */
function columnsOf(record: Values, name: string): Array<[end: string, value: Json]> {
	return ['', '_1', '_2', '_3'].flatMap((end): Array<[string, Json]> => {
		const value = record.get(`${name}${end}`);
		return value === undefined ? [] : [[end, value]];
	});
}
