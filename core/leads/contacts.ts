import type { IDataObject } from 'n8n-workflow';

import { plainText, readPhone, splitEmails } from '../../contract/input';
import { readLiveName, type LiveNames } from '../../contract/liveNames';
import { asInteger, asText, isBlank, type Json } from '../base/json';
import type { Places } from './places';
import { MOST_CONTACTS, type Lead } from './model/vocabulary';

/** The emails and phones of a record, best first. */

interface Ranked {
	/** 0 is the best state. */
	readonly state: number;
	/** 1 is the best priority of the service; none is the last. */
	readonly priority: number;
}

const byRank = (a: Ranked, b: Ranked): number => a.state - b.state || a.priority - b.priority;

const priorityOf = (entry: IDataObject): number =>
	asInteger(entry.priority ?? entry.prioridade) ?? Number.MAX_SAFE_INTEGER;

/** The first entries that differ by their key. */
function bestOf<T extends Ranked>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const known = new Map<string, T>();
	// The sort is stable: among equals, the service's order counts.
	for (const entry of [...entries].sort(byRank)) {
		if (!known.has(keyOf(entry))) known.set(keyOf(entry), entry);
	}
	return [...known.values()].slice(0, MOST_CONTACTS);
}

/** States of an email as the service writes them (assumed: one), by their beginning. */
const EMAIL_STATES: ReadonlyArray<readonly [RegExp, status: string, rank: number]> = [
	[/^(v[aá]lid|ok$|deliverable|verificad|verified)/i, 'valid', 0],
	[/^(inv[aá]lid|undeliverable|bounce)/i, 'invalid', 2],
	[/^(desconhecid|unknown)/i, 'unknown', 1],
];

interface Email extends Ranked {
	readonly email: string;
	readonly status?: string;
}

/** The emails of an entry, of which one field may hold several. */
function emailsOf(entry: IDataObject | string): Email[] {
	const fields = typeof entry === 'string' ? { email: entry } : entry;
	const emails = splitEmails(asText(fields.email ?? fields.endereco ?? fields.address) ?? '');
	const said = asText(fields.status_email ?? fields.email_status ?? fields.status)?.trim();
	const [, status, state] = EMAIL_STATES.find(([pattern]) => pattern.test(said ?? '')) ?? [];
	return emails.map((email) => ({
		email,
		status: status ?? said,
		state: state ?? 1,
		priority: priorityOf(fields),
	}));
}

/** The emails of a record, under the fields of a lead. */
export function emailsIn(places: Places): Lead {
	const texts = places.texts('emails');
	const flat = places.numbered('email', 'e_mail').map(([, value]) => String(value));
	const emails = bestOf([...places.rows('emails'), ...texts, ...flat].flatMap(emailsOf), ({ email }) =>
		email.toLowerCase(),
	);
	const [first, second, third] = emails;
	return {
		email: first?.email,
		emailStatus: first?.status,
		email2: second?.email,
		emailStatus2: second?.status,
		email3: third?.email,
		emailStatus3: third?.status,
	};
}

interface Phone extends Ranked {
	readonly number: string;
	readonly type?: 'mobile' | 'landline';
	readonly withoutNinthDigit?: string;
	readonly hasChatApp?: boolean;
}

interface About extends Partial<Ranked>, Pick<Phone, 'hasChatApp'> {
	/** Whether its list or column is one of landlines. */
	readonly isLandline?: boolean;
}

/** Area code and number, of which the number may hold both. A number that is not Brazilian stays as given. */
function phoneOf(ddd: Json, number: Json, { isLandline, ...rank }: About): Phone | undefined {
	const written = asText(number)?.trim();
	if (written === undefined || written === '') return undefined;
	const code = plainText(asText(ddd) ?? '')
		.replace(/\D/g, '')
		.replace(/^0/, '');
	const known = readPhone(`${code}${written}`, isLandline) ?? readPhone(written, isLandline);
	const ranked = { state: known === undefined ? 1 : 0, priority: Number.MAX_SAFE_INTEGER, ...rank };
	// Not without its area code.
	if (known === undefined) return { number: [code, written].filter(Boolean).join(' '), ...ranked };
	return { ...known, ...ranked };
}

/** Whether the service says that the number is active in the chat app; `undefined` when it says nothing. */
function chatAppOf(entry: IDataObject, words: LiveNames): boolean | undefined {
	const flag = readLiveName(entry, 'tem_chatapp', words);
	if (typeof flag === 'boolean') return flag;
	const confirmed = readLiveName(entry, 'chatapp_datetime', words);
	return confirmed === undefined ? undefined : !isBlank(confirmed);
}

function entryPhone(entry: IDataObject, words: LiveNames, isLandline: boolean): Phone | undefined {
	const number = entry.number ?? entry.numero ?? entry.telefone ?? entry.phone ?? entry.fone;
	return phoneOf(entry.ddd ?? entry.area, number, {
		priority: priorityOf(entry),
		hasChatApp: chatAppOf(entry, words),
		isLandline,
	});
}

const LANDLINES = 'land_lines';

/** Columns of files; each may have a column with its area code, of the same number. */
const PHONE_COLUMNS = ['celular', 'telefone_celular', 'telefone', 'telefone_fixo', 'fone', 'phone', 'mobile'];

/** The phones of a record, under the fields of a lead: mobile numbers first where the service keeps them apart. */
export function phonesIn(places: Places): Lead {
	const codes = new Map(places.numbered('ddd'));
	const flat = places
		.numbered(...PHONE_COLUMNS)
		.map(([number, value]) => phoneOf(codes.get(number) ?? codes.get(''), value, {}));
	const lists = ['mobile_phones', LANDLINES, 'telefones', 'phones'].map((name) => [
		...places.rows(name).map((entry) => entryPhone(entry, places.words, name === LANDLINES)),
		...places.texts(name).map((text) => phoneOf(undefined, text, { isLandline: name === LANDLINES })),
	]);
	const phones = [...lists, flat].flatMap((list) =>
		bestOf(
			list.flatMap((phone) => phone ?? []),
			({ number }) => number,
		),
	);
	const [first, second, third] = [...new Map(phones.map((phone) => [phone.number, phone])).values()];
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
