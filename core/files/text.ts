import { inTurns } from '../base/async';

/** Characters 0x80 to 0x9f of the Western code page; some Node versions decode them to control characters. */
const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Work on so many bytes takes milliseconds. */
const PART_BYTES = 2 * 1024 * 1024;

function* partsOf(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** Decodes windows-1252, the Western code page of spreadsheets, in turns. */
export async function decodeWestern(bytes: Buffer): Promise<string> {
	let text = '';
	for await (const part of inTurns(partsOf(bytes)))
		text += part
			.toString('latin1')
			.replace(/[\x80-\x9f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]);
	return text;
}

/** The name of a file, without folders, drives and characters that mean something elsewhere; `undefined` without one. */
export const fileName = (path: string): string | undefined =>
	path
		.split(/[/\\]/)
		.map((part) => part.replace(/[\p{Cc}:]/gu, '_'))
		.filter((part) => !/^[.\s]*$/.test(part))
		.pop();
