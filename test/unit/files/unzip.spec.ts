import { strToU8, zipSync } from 'fflate';

import { unzip } from '../../../core/files/unzip';

const long = Array.from({ length: 5000 }, (_, i) => `row ${i};${i * 7};São Paulo`).join('\n');

const archive = (files: Readonly<Record<string, string>>, level: 0 | 6 = 6): Buffer =>
	Buffer.from(
		zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
			level,
		}),
	);

it('reads an archive with a comment, and an empty one', async () => {
	const bytes = archive({ 'a.csv': 'x' });
	const commented = Buffer.concat([bytes, Buffer.from('comment')]);
	commented.writeUInt16LE(7, bytes.length - 2);
	expect(await unzip(commented)).toHaveLength(1);
	expect(await unzip(archive({}))).toEqual([]);
});

describe('a damaged archive', () => {
	const bytes = archive({ 'a.csv': long.slice(0, 500), 'b.csv': 'z' });

	it('is refused wherever it is cut off', async () => {
		for (let length = 0; length < bytes.length; length++) {
			await expect(unzip(bytes.subarray(0, length))).rejects.toThrow(/^The archive is damaged/);
		}
	});

	it('is refused when it says that it unpacks to more than fits into memory', async () => {
		const huge = Buffer.from(bytes);
		const directory = huge.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
		huge.writeUInt32LE(0x7fffffff, directory + 24);
		await expect(unzip(huge)).rejects.toThrow('The archive unpacks to more than 512 MB.');
	});

	it('is refused when it unpacks to more than it says', async () => {
		const lying = Buffer.from(bytes);
		const directory = lying.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
		lying.writeUInt32LE(10, directory + 24);
		await expect(unzip(lying)).rejects.toThrow(/^The archive is damaged\./);
	});
});

it('refuses an encrypted archive', async () => {
	const bytes = archive({ 'a.csv': 'x' });
	const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
	bytes.writeUInt16LE(bytes.readUInt16LE(directory + 8) | 1, directory + 8);
	await expect(unzip(bytes)).rejects.toThrow(/^The archive is encrypted, or/);
});

it('refuses a kind of packing that it does not know', async () => {
	const bytes = archive({ 'a.csv': 'x' });
	const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
	bytes.writeUInt16LE(12, directory + 10);
	await expect(unzip(bytes)).rejects.toThrow(/compressed in an unsupported way\.$/);
});

it('reads no archive of more files than items could tell apart', async () => {
	const files = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, '']));
	await expect(unzip(archive(files, 0))).rejects.toThrow(/more than 10,000 files/);
});
