import { attempt, bytesOf } from '../base/async';
import { digits } from '../base/text';

export interface FileContent {
	readonly name: string;
	readonly data: Buffer;
	/** Of a download, as its host says. */
	readonly mimeType?: string;
}

/** The file itself can still be output. */
export class UnreadableFile extends Error {}

const MOST_UNPACKED_MB = 512;
const MOST_ENTRIES = 10_000;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const ENCRYPTED = 1;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;

export const isZip = (bytes: Buffer): boolean =>
	bytes.length >= END_LENGTH && [LOCAL, END].includes(bytes.readUInt32LE(0));

interface Header {
	readonly name: string;
	readonly method: number;
	readonly packed: number;
	readonly unpacked: number;
	readonly offset: number;
}

/** Reads stored and deflated files from the central directory. @throws UnreadableFile */
export async function unzip(bytes: Buffer): Promise<FileContent[]> {
	const entries: FileContent[] = [];
	let left = MOST_UNPACKED_MB * 1024 * 1024;
	for (const header of readDirectory(bytes)) {
		if (header.name.endsWith('/')) continue;
		left -= header.unpacked;
		if (left < 0) throw unusable(`unpacks to more than ${MOST_UNPACKED_MB} MB`);
		entries.push({ name: fileName(header.name) ?? 'file', data: await unpack(bytes, header) });
	}
	return entries;
}

/** Without folders; control characters and colons are replaced. `undefined` if nothing is left. */
export const fileName = (path: string): string | undefined =>
	path
		.split(/[/\\]/)
		.map((part) => part.replace(/[\p{Cc}:]/gu, '_'))
		.filter((part) => !/^[.\s]*$/.test(part))
		.pop();

const unusable = (problem: string): UnreadableFile => new UnreadableFile(`The archive ${problem}.`);

const damaged = (): UnreadableFile => unusable('is damaged');

function slice(bytes: Buffer, at: number, length: number): Buffer {
	if (at + length > bytes.length) throw damaged();
	return bytes.subarray(at, at + length);
}

/** Offset of the end record, which only a comment may follow. */
function endOf(bytes: Buffer): number {
	const first = Math.max(0, bytes.length - END_LENGTH - LONGEST_COMMENT);
	for (let at = bytes.length - END_LENGTH; at >= first; at--) if (bytes.readUInt32LE(at) === END) return at;
	throw damaged();
}

function readDirectory(bytes: Buffer): Header[] {
	const end = endOf(bytes);
	const count = bytes.readUInt16LE(end + 10);
	if (count > MOST_ENTRIES) throw unusable(`has more than ${digits(MOST_ENTRIES)} files`);
	const headers: Header[] = [];
	let at = bytes.readUInt32LE(end + 16);
	for (let i = 0; i < count; i++) {
		const header = slice(bytes, at, 46);
		if (header.readUInt32LE(0) !== CENTRAL) throw damaged();
		const [nameLength, extra, comment] = [28, 30, 32].map((place) => header.readUInt16LE(place));
		const name = slice(bytes, at + 46, nameLength);
		const flags = header.readUInt16LE(8);
		headers.push({
			name: name.toString((flags & 0x800) !== 0 ? 'utf8' : 'latin1'),
			method: (flags & ENCRYPTED) === 0 ? header.readUInt16LE(10) : ENCRYPTED,
			packed: header.readUInt32LE(20),
			unpacked: header.readUInt32LE(24),
			offset: header.readUInt32LE(42),
		});
		at += 46 + nameLength + extra + comment;
	}
	return headers;
}

async function unpack(bytes: Buffer, header: Header): Promise<Buffer> {
	const { method, offset, packed, unpacked } = header;
	const local = slice(bytes, offset, 30);
	if (local.readUInt32LE(0) !== LOCAL) throw damaged();
	const start = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
	if (method !== 0 && method !== 8) throw unusable('is encrypted, or compressed in an unsupported way');
	const content = slice(bytes, start, packed);
	const data = method === 0 ? content : await inflate(content, unpacked);
	if (data?.length !== unpacked) throw damaged();
	return data;
}

/** `undefined` if the data is damaged or exceeds the declared size. */
async function inflate(packed: Buffer, size: number): Promise<Buffer | undefined> {
	const stream = new Blob([new Uint8Array(packed)])
		.stream()
		.pipeThrough(new DecompressionStream('deflate-raw'));
	const read = await attempt(bytesOf(stream, size));
	return read.ok ? read.value : undefined;
}
