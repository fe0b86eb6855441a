import { inTurns } from '../base/async';

/** 0x80 to 0x9f of windows-1252; some Node versions decode them to control characters. */
const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Small enough to be processed in milliseconds. */
const PART_BYTES = 2 * 1024 * 1024;

function* partsOf(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** Decodes windows-1252 in chunks that yield to other work. */
export async function decodeWestern(bytes: Buffer): Promise<string> {
	let text = '';
	for await (const part of inTurns(partsOf(bytes)))
		text += part
			.toString('latin1')
			.replace(/[\x80-\x9f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]);
	return text;
}

/** Without folders; control characters and colons are replaced. `undefined` if nothing is left. */
export const fileName = (path: string): string | undefined =>
	path
		.split(/[/\\]/)
		.map((part) => part.replace(/[\p{Cc}:]/gu, '_'))
		.filter((part) => !/^[.\s]*$/.test(part))
		.pop();
