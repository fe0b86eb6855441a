import sample from 'lodash/sample';
import { randomInt } from 'node:crypto';

import { endpoints } from '../../contract';
import { neutralName, neutralNames, type BrandTerms } from '../../contract/brandTerms';
import { cnpjFrom, cpfFrom, normalizeCnpj, normalizeCpf, plainText } from '../../contract/input';
import { STATES } from '../../contract/model/vocabularies';

/** Values of the contract's closed lists, at any depth of a schema. */
const listedIn = (schema: unknown): string[] =>
	typeof schema !== 'object' || schema === null
		? []
		: Object.entries(schema).flatMap(([name, value]) =>
				name === 'enum' ? (value as unknown[]).map(String) : listedIn(value),
			);

/** Words that say of what kind something is and nothing of anybody. What is not among them is replaced. */
const WORDS: ReadonlySet<string> = new Set([
	...listedIn(endpoints),
	...'ATIVO ATIVA INATIVO INATIVA BAIXADA SUSPENSA INAPTA REGULAR SIM NAO S N 0 1'.split(' '),
	...'processing completed failed success error ready requested done'.split(' '),
	...'person_id company_id social_url cpf cnpj email valid invalid valido invalido'.split(' '),
	...'id_pessoa id_empresa url_social automatic wait items file link'.split(' '),
	'',
]);

/** Numbers on which the reading of an answer depends: counts, pages, ranks; and area codes. */
const PLAIN_NUMBERS =
	/^(total|count|quantidade|sucesso|falhou|completados|pagina|por_pagina|page|page_size|priority|ddd|filter_type|aguardou_segundos|enriched|already_complete)(_|$)/;

const DATE = /^(\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4})/;
/** With a group for what is replaced: not the scheme of a URL, the state behind a city, zeros in front, or the 9 of a mobile number. */
const PARTS = new RegExp(
	`^https?://|(?:, | - )(?:${STATES.join('|')})$|(?<!\\d)(?:9|0+)|(\\d)|(\\p{Lu})|(\\p{L})`,
	'gu',
);
const LONGEST_LIST = 20;
/** A shorter number is no document. */
const SHORTEST_DOCUMENT = 8;

/** Letters by letters, and digits by digits, none of which is zero: a number is as long as before. */
const sameShape = (text: string): string =>
	text.replace(PARTS, (part, digit?: string, upper?: string, lower?: string) => {
		if (digit !== undefined) return String(randomInt(1, 10));
		const letter = upper ?? lower;
		if (letter === undefined) return part;
		return sample(upper === undefined ? 'abcdefghijklmnopqrstuvwxyz' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') ?? '';
	});

function otherThan(text: string): string {
	if (DATE.test(text))
		return text.replace(/\d+/g, ({ length }) =>
			String(length === 4 ? randomInt(1950, 2020) : randomInt(10, 13)),
		);
	const plain = plainText(text);
	const cpf = plain.length < SHORTEST_DOCUMENT ? undefined : normalizeCpf(plain);
	const cnpj = plain.length < SHORTEST_DOCUMENT ? undefined : normalizeCnpj(plain);
	const document = cpf ?? cnpj;
	if (document === undefined) return sameShape(text);
	// With its check digits, and written in the same way.
	const made = (cpf === undefined ? cnpjFrom : cpfFrom)(sameShape(document.slice(0, -2)));
	let at = made.length - plain.length;
	return text.replace(/[\dA-Z]/gi, () => made[at++]);
}

/** Replaces everything that may tell of somebody by something of the same shape: the same value always by the same. */
export class Anonymiser {
	private readonly replaced = new Map<string, string>();

	constructor(private readonly brandTerms: BrandTerms) {}

	/** A JSON value with its keys, nulls, booleans and lists, which are cut after some entries. */
	value(value: unknown, name = ''): unknown {
		if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((entry) => this.value(entry, name));
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([own, inner]) => [this.key(own), this.value(inner, own)]),
			);
		}
		if (PLAIN_NUMBERS.test(name) && /^\d{1,9}$/.test(String(value))) return value;
		if (typeof value === 'number') return Number(this.text(String(value)));
		return typeof value === 'string' ? this.text(value) : value;
	}

	/** A path in which no ID is one of the answers or parameters before it. */
	path(path: string): string {
		return path
			.split('/')
			.map((part) => this.replaced.get(part) ?? this.neutral(part))
			.join('/');
	}

	/** A key in the neutral words of the contract; one that is a value, such as a document, is replaced. */
	private key(name: string): string {
		return /\d{5}|@/.test(name) ? this.text(name) : neutralName(name, this.brandTerms);
	}

	private neutral(text: string): string {
		const { chatApp, spreadsheet } = this.brandTerms;
		if (text === chatApp) return neutralNames.chatApp;
		return text === spreadsheet ? neutralNames.spreadsheet : text;
	}

	private text(text: string): string {
		const plain = this.neutral(text);
		if (WORDS.has(plain)) return plain;
		const known = this.replaced.get(text);
		if (known !== undefined) return known;
		const taken = [text, ...this.replaced.values()];
		let other = otherThan(text);
		for (let tries = 0; tries < 50 && taken.includes(other); tries++) other = otherThan(text);
		this.replaced.set(text, other);
		return other;
	}
}
