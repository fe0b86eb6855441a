import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { neutralNames } from '../../contract/brandTerms';
import { contactKey, identity, type Contact } from '../../core/read/identifiers';
import { match } from '../../core/read/match';
import { jsonWith } from './arbitraries';
import { holds } from './holds';

const NAMES = ['id_pessoa', 'id_empresa', 'cnpj', 'cpf', 'url_social', 'email'] as const;
const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`));

const VALUES = {
	id_pessoa: fc.integer({ min: 1, max: 1e9 }),
	id_empresa: fc.integer({ min: 1, max: 1e9 }),
	cnpj: digits(14),
	cpf: digits(11),
	url_social: fc.stringMatching(/^[a-z0-9-]{1,12}$/).map((slug) => `https://social.example/in/${slug}`),
	email: fc.stringMatching(/^[a-z0-9.]{1,9}$/).map((name) => `${name}@mail.example`),
} as const;

const contact: fc.Arbitrary<Contact> = fc
	.constantFrom(...NAMES)
	.chain((name) => (VALUES[name] as fc.Arbitrary<string | number>).map((value) => ({ name, value })));

/** The same identifier as another source would write it. */
const SPELLINGS: Readonly<Record<string, readonly ((value: string) => string | number)[]>> = {
	id_pessoa: [(value) => value, Number],
	id_empresa: [(value) => value, Number],
	cnpj: [
		(value) => value.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
		(value) => `0${value}`,
		Number,
	],
	cpf: [(value) => value.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'), (value) => `000${value}`, Number],
	url_social: [
		(value) => value.replace('https://', ''),
		(value) => value.replace('https://', 'http://www.'),
		(value) => `${value}/`,
		(value) => value.toUpperCase(),
		(value) => `${value}?trk=people`,
		(value) => `${value}/#about`,
	],
	email: [(value) => value.toUpperCase(), (value) => ` ${value} `],
};
const respelled = ({ name, value }: Contact, by: number): string | number => {
	const ways = [(text: string) => text, ...SPELLINGS[name]];
	return ways[by % ways.length](String(value));
};

/** Where a record may name its contact. */
const PLACES: ReadonlyArray<(name: string, value: string | number) => IDataObject> = [
	(name, value) => ({ tipo_entrada: name, valor_entrada: value }),
	(name, value) => ({ [name]: value }),
	(name, value) => ({ detalhes_contato: { [name]: value } }),
	(name, value) => ({ detalhes_contato: [{ informacoes_basicas: { [name]: value } }] }),
];

const contacts = fc
	.uniqueArray(contact, { selector: ({ name, value }) => `${name}:${identity(value)}`, maxLength: 12 })
	// The value alone, in `valor_entrada`, must tell one from another.
	.filter((all) => new Set(all.map(({ value }) => identity(value))).size === all.length)
	.map((all) => all.map((one, i) => ({ ...one, items: [i] })));
const choices = fc.array(fc.nat({ max: 99 }), { minLength: 12, maxLength: 12 });

describe('the identity of a contact', () => {
	holds('is the same however it is spelled', contact, fc.nat({ max: 9 }), fc.nat({ max: 9 }), (one, a, b) => {
		expect(contactKey(one.name, respelled(one, a))).toBe(contactKey(one.name, respelled(one, b)));
	});

	holds('is another one for another contact', contact, contact, fc.nat({ max: 9 }), (one, other, by) => {
		fc.pre(one.name === other.name && String(one.value) !== String(other.value));
		expect(contactKey(one.name, respelled(one, by))).not.toBe(contactKey(other.name, other.value));
	});
});

describe('records and the contacts they answer', () => {
	holds(
		'find each other, each contact one record, whatever the order, the place and the spelling',
		contacts,
		choices,
		async (asked, random) => {
			const records = asked.map((one, i) => ({
				...PLACES[random[i] % PLACES.length](one.name, respelled(one, random[i])),
				n: i,
			}));
			const order = [...records].sort((a, b) => random[a.n] - random[b.n]);
			const linked = await match(order, asked, neutralNames);
			expect(linked.map(({ record }) => record)).toEqual(order);
			for (const { record, contact: found } of linked) expect(found).toBe(asked[record.n as number]);
		},
	);

	holds(
		'are paired only where it is certain: strangers with nobody, nobody with two',
		contacts,
		contacts,
		choices,
		async (asked, strangers, random) => {
			const known = new Set(asked.map(({ value }) => identity(value)));
			const others = strangers.filter(({ value }) => !known.has(identity(value)));
			const own = asked.filter((_, i) => random[i] % 3 > 0);
			const all = [...own, ...others].map((one, i) => ({
				one,
				record: PLACES[random[i % 12] % PLACES.length](one.name, one.value),
			}));
			const linked = await match(
				all.map(({ record }) => record),
				asked,
				neutralNames,
			);
			expect(linked).toHaveLength(all.length);
			linked.forEach(({ contact: found }, i) => {
				expect(found).toBe(own.includes(all[i].one as (typeof own)[number]) ? all[i].one : undefined);
			});
			const found = linked.flatMap((pair) => pair.contact ?? []);
			expect(new Set(found).size).toBe(found.length);
		},
	);

	holds('that name two contacts answer neither', contacts, async (asked) => {
		fc.pre(asked.length > 1);
		const [one, other] = asked;
		const record = { [one.name]: one.value, detalhes_contato: { [other.name]: other.value } };
		expect((await match([record], asked, neutralNames))[0].contact).toBeUndefined();
	});

	const anything = jsonWith(
		['valor_entrada', 'contato', 'detalhes_contato', 'informacoes_basicas', 'emails', ...NAMES],
		['ana@mail.example', 7],
	).filter(
		(value): value is IDataObject => typeof value === 'object' && value !== null && !Array.isArray(value),
	);

	holds(
		'are all kept, in their order, whatever they hold',
		fc.array(anything),
		contacts,
		async (records, asked) => {
			const linked = await match(records, asked, neutralNames);
			expect(linked.map(({ record }) => record)).toEqual(records);
			for (const { contact: found } of linked)
				expect(found === undefined || asked.includes(found as (typeof asked)[number])).toBe(true);
		},
	);

	holds(
		'without any identifier go by their place, and only when none is missing',
		contacts,
		fc.nat({ max: 14 }),
		async (asked, count) => {
			const records = Array.from({ length: count }, (_, n) => ({ nome: 'Ana', n }));
			const expected = count === asked.length ? asked : records.map(() => undefined);
			expect((await match(records, asked, neutralNames)).map((pair) => pair.contact)).toEqual(expected);
		},
	);
});
