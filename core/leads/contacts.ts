import mapKeys from 'lodash/mapKeys';
import type { IDataObject } from 'n8n-workflow';

import { knownPhone, plainText, splitEmails, type KnownPhone } from '../../contract/input';
import type { BrandTerms } from '../../contract/brandTerms';
import { asInteger, asText, isBlank, isObject, type Json } from '../base/json';
import type { Values } from './made';
import type { Lead } from './vocabulary';

/** Of the names of the first, second and third email or phone of a lead. */
export const END = ['', '2', '3'] as const;

interface Ranked {
	readonly key: string;
	readonly state: number;
	readonly priority: number;
}

function bestOf<T extends Ranked>(...lists: ReadonlyArray<readonly T[]>): T[] {
	const best = new Map<string, T>();
	for (const list of lists)
		// The sort is stable, so the service's order decides among equals.
		for (const contact of [...list].sort((a, b) => a.state - b.state || a.priority - b.priority))
			if (!best.has(contact.key)) best.set(contact.key, contact);
	return [...best.values()].slice(0, END.length);
}

const numbered = (contacts: readonly Lead[]): Lead =>
	Object.assign({}, ...contacts.map((fields, i) => mapKeys(fields, (_, name) => `${name}${END[i]}`))) as Lead;

export const rankIn = (priority: Json): number => asInteger(priority) ?? Number.MAX_SAFE_INTEGER;

/** States of an email by their beginning (assumed: one). */
const EMAIL_STATES: ReadonlyArray<readonly [RegExp, status: string, rank: number]> = [
	[/^v[aá]lid/i, 'valid', 0],
	[/^inv[aá]lid/i, 'invalid', 2],
];

function emailsOf(entry: IDataObject) {
	const word = asText(entry.status_email)?.trim();
	const [, status = word, state = 1] = EMAIL_STATES.find(([pattern]) => pattern.test(word ?? '')) ?? [];
	const priority = rankIn(entry.priority);
	return splitEmails(asText(entry.email) ?? '').map((email) => {
		return { key: email.toLowerCase(), email, status, state, priority };
	});
}

export function emailsIn(record: Values): Lead {
	const columns = COLUMNS.email.map((name) => ({ email: record.get(name) }));
	const best = bestOf([...entriesOf(record.get('emails'), 'email'), ...columns].flatMap(emailsOf));
	return numbered(best.map(({ email, status }) => ({ email, emailStatus: status })));
}

/** A number that is not Brazilian stays as given, with its area code. */
function phoneOf(entry: IDataObject, { chatApp }: BrandTerms, isLandline = false) {
	const written = (asText(entry.number) ?? asText(entry.numero))?.trim() ?? '';
	if (written === '') return [];
	const code = plainText(asText(entry.ddd) ?? '').replace(/^0/, '');
	const known: Partial<KnownPhone> | undefined =
		knownPhone(`${code}${written}`, isLandline) ?? knownPhone(written, isLandline);
	const number = known?.number ?? [code, written].filter(Boolean).join(' ');
	const state = known === undefined ? 1 : 0;
	const priority = rankIn(entry.priority);
	// A blank time only means unconfirmed: the number may still be in the app.
	const hasChatApp = !isBlank(entry[`${chatApp}_datetime`]) || undefined;
	return [{ ...known, number, key: number, state, priority, hasChatApp }];
}

const PHONE_LISTS = ['mobile_phones', 'land_lines', 'telefones'];

export function phonesIn(record: Values, brandTerms: BrandTerms): Lead {
	const lists = PHONE_LISTS.map((name) =>
		entriesOf(record.get(name), 'number').flatMap((entry) =>
			phoneOf(entry, brandTerms, name === 'land_lines'),
		),
	);
	const columns = COLUMNS.phone.flatMap(([name, code]) =>
		phoneOf({ ddd: record.get(code) ?? record.get('ddd'), number: record.get(name) }, brandTerms),
	);
	const best = bestOf(...lists, columns);
	const { withoutNinthDigit: phoneWithoutNinthDigit, hasChatApp: phoneHasChatApp } = best[0] ?? {};
	const fields = numbered(best.map(({ number, type }) => ({ phone: number, phoneType: type })));
	return { phoneWithoutNinthDigit, phoneHasChatApp, ...fields };
}

/** A bare text counts as an object with that text under `name`. */
const entriesOf = (list: Json, name: string): IDataObject[] =>
	(Array.isArray(list) ? list : [list]).flatMap((entry) => {
		if (isObject(entry)) return entry;
		return asText(entry) === undefined ? [] : { [name]: entry };
	});

/** File columns such as `EMAIL`, `EMAIL_1` and `EMAIL_2`; those of phones with the column of their area code. */
const ENDS = ['', '_1', '_2', '_3'];
const COLUMNS = {
	email: ENDS.map((end) => `email${end}`),
	phone: ['celular', 'telefone'].flatMap((name) =>
		ENDS.map((end) => [`${name}${end}`, `ddd${end}`] as const),
	),
};
