import { digits } from '../base/text';
import { attempt, collect } from '../base/async';
import { inParts } from './parts';
import { decodeWestern, lastName } from './text';

/** A file of an archive. */
export interface ArchiveEntry {
	/** Without folders. */
	readonly name: string;
	readonly data: Buffer;
}

/** An archive that cannot be read; the file itself can still be output. */
export class ArchiveError extends Error {}

/** Maximum unpacked size of an archive in bytes: more would exhaust n8n's memory. */
export const MOST_UNPACKED_BYTES = 512 * 1024 * 1024;

const MOST_ENTRIES = 10_000;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
/** Placeholder for a size stored in the ZIP64 extra field. */
const IN_ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

export const isZip = (bytes: Buffer): boolean =>
	bytes.length >= END_LENGTH && [LOCAL, END].includes(bytes.readUInt32LE(0));

interface Header {
	readonly name: string;
	readonly flags: number;
	readonly method: number;
	readonly checksum: number;
	readonly packed: number;
	readonly unpacked: number;
	readonly offset: number;
}

/**
 * Reads the files of a zip archive from its central directory; skips folders.
 * @param check refuses a file by its name and unpacked size, before it is unpacked
 * @throws ArchiveError when the archive is damaged, encrypted, too large or compressed with an unsupported
 * method.
 */
export async function unzip(
	bytes: Buffer,
	check: (name: string, unpacked: number) => void = () => undefined,
): Promise<ArchiveEntry[]> {
	const entries: ArchiveEntry[] = [];
	let left = MOST_UNPACKED_BYTES;
	for (const header of readDirectory(bytes)) {
		if (header.name.endsWith('/')) continue;
		left -= header.unpacked;
		if (left < 0) {
			throw new ArchiveError(
				`The archive unpacks to more than ${MOST_UNPACKED_BYTES / 1024 / 1024} MB. Output it as a binary file instead.`,
			);
		}
		const name = baseName(header.name);
		check(name, header.unpacked);
		entries.push({ name, data: await unpack(bytes, header) });
	}
	return entries;
}

/** The file name without folders, drive separators and control characters. */
const baseName = (path: string): string => (lastName(path) ?? 'file').replace(/[\p{Cc}:]/gu, '_');

const damaged = (): ArchiveError =>
	new ArchiveError('The archive is damaged. Read the result again, or output it as a binary file instead.');

/** Reads bytes of an archive; throws an `ArchiveError` where the archive is truncated. */
class Reader {
	constructor(private readonly bytes: Buffer) {}

	u16 = (at: number): number => this.slice(at, 2).readUInt16LE(0);
	u32 = (at: number): number => this.slice(at, 4).readUInt32LE(0);

	/** Eight bytes; an archive that fits into memory never exceeds a safe integer. */
	u64(at: number): number {
		const value = Number(this.slice(at, 8).readBigUInt64LE(0));
		if (!Number.isSafeInteger(value)) throw damaged();
		return value;
	}

	slice(at: number, length: number): Buffer {
		if (at < 0 || length < 0 || at + length > this.bytes.length) throw damaged();
		return this.bytes.subarray(at, at + length);
	}
}

function readDirectory(bytes: Buffer): Header[] {
	const reader = new Reader(bytes);
	const { count, start } = findDirectory(bytes, reader);
	if (count > MOST_ENTRIES) {
		throw new ArchiveError(
			`The archive has more than ${digits(MOST_ENTRIES)} files. Output it as a binary file instead.`,
		);
	}
	const headers: Header[] = [];
	let at = start;
	for (let i = 0; i < count; i++) {
		if (reader.u32(at) !== CENTRAL) throw damaged();
		const nameLength = reader.u16(at + 28);
		const extraLength = reader.u16(at + 30);
		headers.push(readHeader(reader, at, nameLength, extraLength));
		at += 46 + nameLength + extraLength + reader.u16(at + 32);
	}
	return headers;
}

function findDirectory(bytes: Buffer, reader: Reader): { readonly count: number; readonly start: number } {
	const first = Math.max(0, bytes.length - END_LENGTH - LONGEST_COMMENT);
	for (let at = bytes.length - END_LENGTH; at >= first; at--) {
		if (bytes.readUInt32LE(at) !== END) continue;
		const is64 = at >= 20 && bytes.readUInt32LE(at - 20) === END_64_LOCATOR;
		if (!is64) return { count: reader.u16(at + 10), start: reader.u32(at + 16) };
		const end64 = reader.u64(at - 20 + 8);
		if (reader.u32(end64) !== END_64) throw damaged();
		return { count: reader.u64(end64 + 32), start: reader.u64(end64 + 48) };
	}
	throw damaged();
}

function readHeader(reader: Reader, at: number, nameLength: number, extraLength: number): Header {
	const flags = reader.u16(at + 8);
	const name = reader.slice(at + 46, nameLength);
	const sizes = [reader.u32(at + 24), reader.u32(at + 20), reader.u32(at + 42)];
	const [unpacked, packed, offset] = withZip64(reader, at + 46 + nameLength, extraLength, sizes);
	const isUtf8 = (flags & 0x800) !== 0;
	return {
		name: isUtf8 ? name.toString('utf8') : decodeWestern(name),
		flags,
		method: reader.u16(at + 10),
		checksum: reader.u32(at + 16),
		packed,
		unpacked,
		offset,
	};
}

/** Fills in the sizes that do not fit into 32 bits from the ZIP64 extra field, which lists them in order. */
function withZip64(reader: Reader, at: number, length: number, sizes: readonly number[]): number[] {
	if (!sizes.includes(IN_ZIP64)) return [...sizes];
	for (let place = at; place + 4 <= at + length; place += 4 + reader.u16(place + 2)) {
		if (reader.u16(place) !== 1) continue;
		let next = place + 4;
		return sizes.map((size) => {
			if (size !== IN_ZIP64) return size;
			next += 8;
			return reader.u64(next - 8);
		});
	}
	throw damaged();
}

async function unpack(bytes: Buffer, header: Header): Promise<Buffer> {
	if ((header.flags & 1) !== 0)
		throw new ArchiveError('The archive is encrypted. Output it as a binary file instead.');
	const reader = new Reader(bytes);
	if (reader.u32(header.offset) !== LOCAL) throw damaged();
	const start = header.offset + 30 + reader.u16(header.offset + 26) + reader.u16(header.offset + 28);
	const packed = reader.slice(start, header.packed);
	if (header.method !== STORED && header.method !== DEFLATED) {
		throw new ArchiveError(
			'The archive uses an unsupported compression method. Output it as a binary file instead.',
		);
	}
	const data = header.method === STORED ? packed : await inflate(packed, header.unpacked);
	if (data === undefined || data.length !== header.unpacked || (await crc32(data)) !== header.checksum) {
		throw damaged();
	}
	return data;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	return value;
});

async function crc32(data: Buffer): Promise<number> {
	let crc = 0xffffffff;
	for await (const part of inParts(data)) {
		for (const byte of part) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
	}
	return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Unpacks deflated bytes.
 * @returns `undefined` when the bytes are damaged or unpack to more than their size
 */
async function inflate(packed: Buffer, size: number): Promise<Buffer | undefined> {
	const stream = new Blob([new Uint8Array(packed)])
		.stream()
		.pipeThrough(new DecompressionStream('deflate-raw'));
	const read = await attempt(collect(stream, size));
	return read.ok ? read.value : undefined;
}
