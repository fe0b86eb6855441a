/** Characters 0x80 to 0x9f of the Western code page; some Node versions decode them to control characters. */
const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes windows-1252, the Western code page of spreadsheets. */
export const decodeWestern = (bytes: Buffer): string =>
	bytes.toString('latin1').replace(/[\x80-\x9f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]);

/**
 * The last part of a path that is a file name, so that it cannot point outside its folder; `undefined` when
 * the path consists only of separators and dots.
 */
export const lastName = (path: string): string | undefined =>
	path
		.split(/[/\\]/)
		.filter((part) => !/^[.\s]*$/.test(part))
		.pop();
