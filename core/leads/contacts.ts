import { plainText, readPhone, splitEmails, type KnownPhone } from '../../contract/input';
import type { LiveNames } from '../../contract/liveNames';
import { asInteger, asText, type Json } from '../base/json';
import { MOST_CONTACTS, type Lead } from './vocabulary';
import { valuesIn, type Values } from './values';

/** The emails and phones of a record, best first. */

interface Ranked {
	/** What tells it from others. */
	readonly key: string;
	/** 0 is the best state. */
	readonly state: number;
	/** 1 is the best priority of the service; none is the last. */
	readonly priority: number;
}

/** The best contacts of lists, of which the first goes before the others. */
function bestOf<T extends Ranked>(...lists: ReadonlyArray<readonly T[]>): T[] {
	// The sort is stable: among equals, the service's order counts.
	const ranked = lists.flatMap((list) =>
		[...list].sort((a, b) => a.state - b.state || a.priority - b.priority),
	);
	const first = new Map([...ranked].reverse().map((contact) => [contact.key, contact]));
	return ranked.filter((contact) => first.get(contact.key) === contact).slice(0, MOST_CONTACTS);
}

const priorityOf = (entry: Values): number => asInteger(entry.get('priority')) ?? Number.MAX_SAFE_INTEGER;

/** States of an email as the service writes them (assumed: one), by their beginning. */
const EMAIL_STATES: ReadonlyArray<readonly [RegExp, status: string, rank: number]> = [
	[/^v[aá]lid/i, 'valid', 0],
	[/^inv[aá]lid/i, 'invalid', 2],
];

interface Email extends Ranked {
	readonly email: string;
	readonly status?: string;
}

/** The emails of an entry, of which one field may hold several. */
function emailsOf(entry: Values): Email[] {
	const said = asText(entry.get('status_email'))?.trim();
	const [, status = said, state = 1] = EMAIL_STATES.find(([pattern]) => pattern.test(said ?? '')) ?? [];
	return splitEmails(asText(entry.get('email')) ?? '').map((email) => ({
		key: email.toLowerCase(),
		...{ email, status, state, priority: priorityOf(entry) },
	}));
}

export function emailsIn(record: Values, words: LiveNames): Lead {
	const listed = entriesOf(record.get('emails'), 'email', words);
	const columns = columnsOf(record, ['email']).map(([, email]) => new Map([['email', email]]));
	const [first, second, third] = bestOf([...listed, ...columns].flatMap(emailsOf));
	return {
		email: first?.email,
		emailStatus: first?.status,
		email2: second?.email,
		emailStatus2: second?.status,
		email3: third?.email,
		emailStatus3: third?.status,
	};
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
	// A blank time says that it is not confirmed, which it may be all the same.
	const hasChatApp = entry.has('chatapp_datetime') || undefined;
	return [{ ...known, number, key: number, state, priority, hasChatApp }];
}

/** Lists of phones, mobile ones first where the service keeps them apart. */
const PHONE_LISTS = ['mobile_phones', 'land_lines', 'telefones'];

export function phonesIn(record: Values, words: LiveNames): Lead {
	const lists = PHONE_LISTS.map((name) =>
		entriesOf(record.get(name), 'number', words).flatMap((entry) => phoneOf(entry, name === 'land_lines')),
	);
	const columns = columnsOf(record, ['celular', 'telefone']).flatMap(([end, numero]) =>
		phoneOf(new Map(Object.entries({ ddd: record.get(`ddd${end}`) ?? record.get('ddd'), numero }))),
	);
	const [first, second, third] = bestOf(...lists, columns);
	return {
		phone: first?.number,
		phoneType: first?.type,
		phoneWithoutNinthDigit: first?.withoutNinthDigit,
		phoneHasChatApp: first?.hasChatApp,
		phone2: second?.number,
		phoneType2: second?.type,
		phone3: third?.number,
		phoneType3: third?.type,
	};
}

/** The entries of a list: objects, or texts that are what they would have under a name. */
const entriesOf = (list: Json, name: string, words: LiveNames): Values[] =>
	[list].flat().map((entry) => valuesIn([asText(entry) === undefined ? entry : { [name]: entry }], words));

/** Columns of files under these names, such as `EMAIL`, `EMAIL_1` and `EMAIL_2`, each with the end of its name. */
const columnsOf = (record: Values, names: readonly string[]): Array<[end: string, value: Json]> =>
	names.flatMap((name) =>
		['', ...NUMBERS].flatMap((end): Array<[string, Json]> => {
			const value = record.get(`${name}${end}`);
			return value === undefined ? [] : [[end, value]];
		}),
	);

/** Layouts return at most five of a kind (specification). */
const NUMBERS = ['_1', '_2', '_3', '_4', '_5'];
