import { plainText, readPhone, splitEmails, type KnownPhone } from '../../contract/input';
import type { BrandTerms } from '../../contract/brandTerms';
import { asInteger, asText, type Json } from '../base/json';
import { valuesIn, type Values } from './values';
import type { Lead } from './vocabulary';

/** Suffixes of a lead's contact fields. */
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

const priorityOf = (entry: Values): number => asInteger(entry.get('priority')) ?? Number.MAX_SAFE_INTEGER;

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
		...{ email, status, state, priority: priorityOf(entry) },
	}));
}

export function emailsIn(record: Values, brandTerms: BrandTerms): Lead {
	const listed = entriesOf(record.get('emails'), 'email', brandTerms);
	const columns = columnsOf(record, ['email']).map(([, email]) => new Map([['email', email]]));
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
	const [state, priority] = [known === undefined ? 1 : 0, priorityOf(entry)];
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
	const columns = columnsOf(record, ['celular', 'telefone']).flatMap(([end, numero]) =>
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
const columnsOf = (record: Values, names: readonly string[]): Array<[end: string, value: Json]> =>
	names.flatMap((name) =>
		['', ...NUMBERS].flatMap((end): Array<[string, Json]> => {
			const value = record.get(`${name}${end}`);
			return value === undefined ? [] : [[end, value]];
		}),
	);

/** Layouts return at most five of a kind (specification). */
const NUMBERS = ['_1', '_2', '_3', '_4', '_5'];
