import { posix, win32 } from 'node:path';

import fc from 'fast-check';
import { zipSync, type Zippable } from 'fflate';

import { readContents } from '../../core/files/resultFiles';
import { isZip, unzip, type FileContent } from '../../core/files/unzip';
import { attempt } from '../../core/base/async';
import { anyText } from './arbitraries';
import { holds } from './holds';

const content = fc.oneof(
	fc.uint8Array({ maxLength: 200 }),
	fc.string({ maxLength: 20 }).map((text) => new TextEncoder().encode(text.repeat(50))),
);
const level = fc.constantFrom(0, 1, 6, 9);
const plainName = fc.stringMatching(/^[A-Za-z0-9ção _-]{1,10}\.(csv|txt|bin)$/).map((name) => name.trim());

/** An archive by another writer than the node's reader knows. */
const pack = (files: ReadonlyArray<readonly [string, Uint8Array]>, packing: number): Buffer =>
	Buffer.from(
		zipSync(Object.fromEntries(files.map(([name, data]) => [name, [data, { level: packing }]])) as Zippable),
	);

const fileNames = fc.uniqueArray(plainName, { maxLength: 5, selector: (name) => name.toLowerCase() });

describe('an archive', () => {
	holds(
		'has every file that an independent writer packed, byte for byte',
		fileNames,
		fc.array(content, { minLength: 5, maxLength: 5 }),
		level,
		async (names, contents, packing) => {
			const files = names.map((name, i) => [name, contents[i]] as const);
			const bytes = pack(files, packing);
			expect(isZip(bytes)).toBe(true);
			const entries = await unzip(bytes);
			expect(entries.map(({ name }) => name)).toEqual(names);
			entries.forEach(({ data }, i) => expect(data.equals(contents[i])).toBe(true));
		},
	);

	const step = fc.constantFrom('..', '.', '', '/', '\\', 'C:', '\0', 'folder', 'a.csv', '~', '%2e%2e', '\n');
	const hostile = fc.oneof(
		fc
			.array(fc.tuple(step, fc.constantFrom('/', '\\', '')), { minLength: 1, maxLength: 6 })
			.map((parts) => parts.flat().join('')),
		anyText.filter((name) => name !== '' && name !== '__proto__'),
	);

	holds(
		'names no file outside of the folder that it is unpacked into, on any system',
		fc.uniqueArray(hostile, { minLength: 1, maxLength: 4 }),
		async (names) => {
			const packed = await attempt<FileContent[]>(
				unzip(
					pack(
						names.filter((name) => name !== '').map((name) => [name, new Uint8Array([1])] as const),
						0,
					),
				),
			);
			if (!packed.ok) throw packed.error;
			for (const { name } of packed.value) {
				expect(posix.dirname(posix.resolve('/out', name))).toBe('/out');
				expect(win32.dirname(win32.resolve('D:\\out', name))).toBe('D:\\out');
				expect(name).not.toMatch(/[\p{Cc}/\\]/u);
			}
		},
	);

	holds(
		'that is damaged is refused by its own error, or read as far as it says',
		fileNames,
		fc.array(content, { minLength: 5, maxLength: 5 }),
		level,
		fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
		fc.nat(),
		async (names, contents, packing, damage, cut) => {
			const bytes = pack(
				names.map((name, i) => [name, contents[i]] as const),
				packing,
			);
			for (const [at, byte] of damage) bytes[at % bytes.length] = byte;
			const read = await attempt<FileContent[]>(
				unzip(cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes),
			);
			if (!read.ok) return expect(read.error.message).toMatch(/^The archive /);
			// Nothing but the lengths is checked.
			for (const { data } of read.value) expect(data.length).toBeLessThanOrEqual(1000);
		},
	);
});

describe('a result file', () => {
	const rows = fc.array(
		fc.tuple(fc.stringMatching(/^[a-z0-9]{0,5}$/), fc.stringMatching(/^[a-z0-9]{0,5}$/)),
		{ minLength: 1 },
	);

	holds(
		'has its tables, packed or not, and leaves out nothing else',
		rows,
		fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 3 }),
		async (cells, others) => {
			const csv = Buffer.from(`a;b\n${cells.map((row) => row.join(';')).join('\n')}\n`);
			const table = cells.map(([a, b]) => ({ a, b }));
			const bare = await readContents({ data: csv, name: 'rows.csv', mimeType: 'application/octet-stream' });
			expect(bare).toEqual({ tables: [{ name: 'rows.csv', rows: table }], others: [] });
			const data = pack([['x/rows.csv', csv], ...others.map((bytes, i) => [`${i}.bin`, bytes] as const)], 6);
			const packed = await readContents({ data, name: 'result.zip', mimeType: 'application/zip' });
			expect(packed.tables).toEqual([{ name: 'rows.csv', rows: table }]);
			expect(packed.others.map((other) => other.data.equals(others[parseInt(other.name, 10)]))).toEqual(
				others.map(() => true),
			);
		},
	);
});
