import { createHmac, randomBytes } from 'node:crypto';

import { endpoints } from '../../contract';
import { cnpjFrom, cpfFrom, normalizeCnpj, normalizeCpf, plainText } from '../../contract/input';
import { neutralName, neutralNames, type BrandTerms } from '../../contract/brandTerms';
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
	'',
]);

/** Numbers on which the reading of an answer depends: counts, pages, ranks; and area codes. */
const PLAIN_NUMBERS =
	/^(total|count|quantidade|sucesso|falhou|completados|pagina|por_pagina|page|page_size|priority|ddd|filter_type|aguardou_segundos|enriched|already_complete)(_|$)/;

const DATE = /^(?:\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4})(?=\D|$)/;
/** The scheme of a URL with a host in digits, what is replaced, and the state behind a city. */
const PARTS = new RegExp(`^(https?://(?:[\\d.:]+(?=/))?|)(.*?)((?:, | - )(?:${STATES.join('|')}))?$`, 's');
const LONGEST_LIST = 20;

/** Replaces everything that may tell of somebody by something of the same shape: the same value always by the same. */
export class Anonymiser {
	/** Thrown away with the process, so that nobody can try which original gives a value. */
	private readonly secret = randomBytes(32);
	private readonly replaced = new Map<string, string>();
	private readonly taken = new Set<string>();

	constructor(
		private readonly brandTerms: BrandTerms,
		/** Further words that stay. */
		private readonly kept: ReadonlySet<string> = new Set(),
	) {}

	/** A JSON value with its keys, nulls, booleans and lists, which are cut after some entries. */
	value(value: unknown, name = ''): unknown {
		if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((entry) => this.value(entry, name));
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([own, inner]) => [this.key(own), this.value(inner, own)]),
			);
		}
		if (typeof value === 'string') return PLAIN_NUMBERS.test(name) && /^\d{1,9}$/.test(value) ? value : this.text(value, name); // prettier-ignore
		if (typeof value !== 'number' || PLAIN_NUMBERS.test(name)) return value;
		return Number(this.text(String(value), name));
	}

	/** A path in which no ID is one of the answers or parameters before it. */
	path(path: string): string {
		return path
			.split('/')
			.map((part) =>
				part === this.brandTerms.chatApp ? neutralNames.chatApp : (this.replaced.get(part) ?? part),
			)
			.join('/');
	}

	/** A key in the neutral words of the contract; one that is a value, such as a document, is replaced. */
	private key(name: string): string {
		return /\d{5}|@/.test(name) ? this.text(name, '') : neutralName(name, this.brandTerms);
	}

	private text(text: string, name: string): string {
		const { chatApp, spreadsheet } = this.brandTerms;
		const plain =
			text === chatApp ? neutralNames.chatApp : text === spreadsheet ? neutralNames.spreadsheet : text;
		if (WORDS.has(plain) || this.kept.has(plain)) return plain;
		const known = this.replaced.get(text);
		if (known !== undefined) return known;
		let other = text;
		for (let n = 0; n < 50 && (other === text || this.taken.has(other)); n++)
			other = this.other(text, name, n);
		this.replaced.set(text, other);
		this.taken.add(other);
		return other;
	}

	private other(text: string, name: string, n: number): string {
		const date = DATE.exec(text)?.[0];
		if (date !== undefined) return this.date(date, n) + text.slice(date.length).replace(/\d/g, '0');
		const document = this.document(text, name, n);
		if (document !== undefined) return document;
		const [, start = '', middle = text, end = ''] = PARTS.exec(text) ?? [];
		return `${start}${this.characters(middle, n)}${end}`;
	}

	/** A CPF or CNPJ with its check digits, written in the same way. */
	private document(text: string, name: string, n: number): string | undefined {
		const plain = plainText(text);
		if (!/^[\dA-Z]+$/i.test(plain)) return undefined;
		const isWhole = plain.length === 11 || plain.length === 14 || /cpf|cnpj|valor_entrada/i.test(name);
		if (!isWhole) return undefined;
		const cpf = plain.length <= 11 ? normalizeCpf(plain) : undefined;
		const cnpj = cpf === undefined ? normalizeCnpj(plain) : undefined;
		const whole = cpf ?? cnpj;
		if (whole === undefined) return undefined;
		const made = (cpf === undefined ? cnpjFrom : cpfFrom)(this.characters(whole.slice(0, -2), n));
		let at = made.length - plain.length;
		return text.replace(/[\dA-Z]/gi, () => made[at++]);
	}

	private date(date: string, n: number): string {
		const [a, b, c] = this.bytes(date, n);
		const two = (number: number): string => String(number).padStart(2, '0');
		const [year, month, day] = [String(1950 + (a % 70)), two(1 + (b % 12)), two(1 + (c % 28))];
		return date.includes('/') ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
	}

	/**
	 * Letters by letters, digits by digits. A number has as many digits as before: zeros in front stay, and no other digit
	 * in front, nor the last one of a decimal, becomes one. A mobile number keeps its first 9.
	 */
	private characters(text: string, n: number): string {
		const bytes = this.bytes(text, n);
		const pick = (from: string, at: number): string => from[(bytes[at % bytes.length] + at) % from.length];
		const [isMobile, isDecimal] = [/^9\d{8}$/.test(text), /^\d+\.\d+$/.test(text)];
		return text.replace(/[\d\p{L}]/gu, (character, at: number) => {
			if (/\p{Lu}/u.test(character)) return pick('ABCDEFGHIJKLMNOPQRSTUVWXYZ', at);
			if (!/\d/.test(character)) return pick('abcdefghijklmnopqrstuvwxyz', at);
			const isFirst = /(?:^|\D)0*$/.test(text.slice(0, at));
			if (isFirst && (character === '0' || isMobile)) return character;
			return pick(isFirst || (isDecimal && at === text.length - 1) ? '123456789' : '0123456789', at);
		});
	}

	private bytes(text: string, n: number): Buffer {
		return createHmac('sha256', this.secret).update(`${n} ${text}`).digest();
	}
}
