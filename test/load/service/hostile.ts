import { gzipSync, zipSync } from 'fflate';

import type { Random } from '../../support/random';
import { NAMES as WORST_NAMES, REPEATED as WORST_REPEATED } from '../../support/worstCases';

/** What the world may send, at its worst: drawn, so that a seed gives the same again. */

/** The lengths of texts: mostly such as people write, and up to a megabyte. */
const LENGTHS = [0, 1, 3, 11, 14, 40, 300, 5_000, 60_000, 250_000, 1_000_000];
const listed = (text: string): string[] => text.split(' ');

/** What is repeated: worst cases of patterns that somebody might write. */
const REPEATED = [
	...WORST_REPEATED,
	...listed(`9 ' %2e &amp; : { {"a": １ ß = =={{ }} \${ \` () (?= .* +55 http:// data: // ..;`),
	...['\t', '\u200b', '\u202e', '\ud83d\ude00', '\ud800', '\u0000', '\r\n', '(51) '],
];
/** Names that objects have from elsewhere, or that n8n or JavaScript gives a meaning. */
const NAMES = [
	...WORST_NAMES,
	' ',
	...listed('message status errors json binary pairedItem 0 -1 NaN results data items next count id'),
	...listed('id_processamento chave_cache contatos outcome detalhes_contato file url link success code'),
	...listed('usage cpf cnpj name email'),
];
const WORDS = [
	...listed('completed COMPLETED processing failed error done requested pending concluído'),
	...listed('true false null undefined NaN Infinity -0 1e400 0x1F 1.5 007 00000000191'),
	...listed('12345678909 123.456.789-09 00.000.000/0001-91 +5551999998888 a@b.co'),
	...listed('https://127.0.0.1/ http://[::1]/x file:///etc/passwd https://linkedin.example/in/a ../../x'),
	...listed('2026-02-30 2026-01-01T00:00:00Z'),
	...['(51) 99999-8888', 'Sat, 31 Dec 9999 23:59:59 GMT', '={{ $json }}', '{{ 1+1 }}'],
];
const NUMBERS = [0, -0, 1, -1, 0.1, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 53), 5e-324, 191, 12345678909];

export class Hostile {
	constructor(
		readonly random: Random,
		/** A text that must not be seen anywhere, such as a key, which the service may repeat. */
		private readonly secret: string,
	) {}

	/** @param most its greatest length, in characters */
	text(most = 1_000_000): string {
		const { random } = this;
		const kind = random.number();
		if (kind < 0.3) return random.pick(WORDS);
		if (kind < 0.4) return random.pick(NAMES);
		if (kind < 0.45) return `${this.short()}${this.secret}${this.short()}`;
		const length = Math.min(most, random.pick(LENGTHS));
		if (kind < 0.6) return this.characters(Math.min(length, 5_000));
		const unit = random.pick(REPEATED);
		return `${this.short()}${unit.repeat(Math.ceil(length / unit.length))}${this.short()}`;
	}

	private short(): string {
		return this.random.chance(0.5) ? '' : this.random.pick([...REPEATED, ...WORDS]);
	}

	private characters(length: number): string {
		return Array.from({ length }, () =>
			String.fromCodePoint(
				this.random.between(0, this.random.pick([0x7f, 0x7f, 0xff, 0x2fff, 0xd7ff, 0x10ffff])),
			),
		).join('');
	}

	/** A value as JSON has them. */
	value(depth = 3): unknown {
		const { random } = this;
		const kind = random.number();
		if (kind < 0.45) return this.text();
		if (kind < 0.6) return random.pick(NUMBERS);
		if (kind < 0.7) return random.pick([null, true, false]);
		if (kind < 0.75) return this.deep();
		if (kind < 0.8) return this.wide();
		if (depth === 0) return '';
		const size = random.between(0, 4);
		if (kind < 0.9) return Array.from({ length: size }, () => this.value(depth - 1));
		return this.object(Array.from({ length: size }, () => [this.name(), this.value(depth - 1)]));
	}

	name(): string {
		return this.random.chance(0.9) ? this.random.pick(NAMES) : this.text(5_000);
	}

	/** An object with exactly these fields, as `JSON.parse` makes it. */
	private object(entries: ReadonlyArray<readonly [string, unknown]>): unknown {
		return Object.fromEntries(entries);
	}

	/** A value within many others. */
	private deep(): unknown {
		const name = this.random.chance(0.5) ? this.name().slice(0, 20) : undefined;
		let value: unknown = this.random.pick(WORDS);
		for (let i = this.random.pick([10, 200, 3_000]); i > 0; i--)
			value = name === undefined ? [value] : this.object([[name, value]]);
		return value;
	}

	/** Many values beside each other. */
	private wide(): unknown {
		const size = this.random.pick([100, 5_000, 30_000]);
		const one = this.random.pick<unknown>([{}, null, '', 1, { id: 1 }, [], { status: 'failed' }]);
		return this.random.chance(0.5)
			? Array.from({ length: size }, () => one)
			: this.object(
					Array.from({ length: size }, (_, i) => [`${this.random.pick(['a', 'id', ''])}${i}`, one]),
				);
	}

	/** A value in which something is otherwise than it was. */
	altered(value: unknown): unknown {
		const { random } = this;
		const isList = Array.isArray(value);
		if (typeof value !== 'object' || value === null || random.chance(0.15)) return this.replaced(value);
		const entries: Array<readonly [string, unknown]> = Object.entries(value);
		if (entries.length === 0) return this.value();
		const at = random.between(0, entries.length - 1);
		const [name, inner] = entries[at];
		const change = random.number();
		if (change < 0.6) entries[at] = [name, this.altered(inner)];
		else if (change < 0.7) entries.splice(at, 1);
		else if (change < 0.8) entries[at] = [this.name(), inner];
		else if (change < 0.9) entries.push([this.name(), this.value()]);
		else entries.push(...Array.from({ length: 2_000 }, (): readonly [string, unknown] => [name, inner]));
		return isList ? entries.map(([, each]) => each) : this.object(entries);
	}

	private replaced(value: unknown): unknown {
		const change = this.random.number();
		if (change < 0.2) return [value];
		if (change < 0.4) return this.object([[this.name(), value]]);
		if (change < 0.5) return typeof value === 'string' ? `${value}${this.text()}` : String(value);
		return this.value();
	}

	/** Bytes that are no text, or cut, or turned. */
	bytes(text: string): Uint8Array {
		const data = Buffer.from(text, this.random.pick(['utf8', 'latin1', 'utf16le'] as const));
		const change = this.random.number();
		if (change < 0.2) return data.subarray(0, this.random.between(0, data.length));
		if (change < 0.3) return gzipSync(data);
		for (let i = this.random.between(0, 5); i > 0 && data.length > 0; i--)
			data[this.random.between(0, data.length - 1)] = this.random.between(0, 255);
		return data;
	}

	/** A table, or what calls itself one. */
	private table(): string {
		const { random } = this;
		const [columns, rows] = random.pick([
			[4, 50],
			[1, 20_000],
			[20_000, 2],
			[300, 300],
			[3, 0],
		]);
		const cells = Array.from({ length: columns }, () => random.pick([...WORDS, 'Ana', '1']));
		const row = cells.join(random.pick([';', ',', '\t', '|']));
		const end = random.pick(['\n', '\r\n', '\r', '"\n']);
		return `${random.chance(0.5) ? row : this.text(60_000)}${end}${`${row}${end}`.repeat(rows)}`;
	}

	/** A result file, or what calls itself one. */
	file(): Uint8Array {
		const { random } = this;
		const change = random.number();
		if (change < 0.15) return this.bytes(this.text());
		if (change < 0.4) return this.bytes(this.table());
		const bomb = Buffer.alloc(20_000_000, random.pick(['0', ';', '\n', '"']));
		const files: Record<string, Uint8Array> = {};
		for (let i = random.pick([0, 1, 1, 2, 500]); i > 0; i--) {
			const name = random.pick([`${i}.csv`, `a/${i}.csv`, '../x.csv', `${this.text(300)}.csv`, `${i}.bin`]);
			files[name] = i > 10 ? Buffer.from('a;b\n1;2\n') : random.chance(0.1) ? bomb : this.bytes(this.table());
		}
		const zip = zipSync(files, { level: 6 });
		for (let i = random.pick([0, 0, 0, 1, 20]); i > 0; i--)
			zip[random.between(0, zip.length - 1)] = random.between(0, 255);
		return random.chance(0.1) ? zip.subarray(0, random.between(0, zip.length)) : zip;
	}

	/** A header value, as far as it can be sent. */
	header(): string {
		return this.text(5_000).replace(/[^\x20-\x7e]/g, '?');
	}
}
