/** The characters of the Western code page from 0x80 to 0x9f; some versions of Node give control characters. */
const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Text in the Western code page of spreadsheets, windows-1252. */
export const decodeWestern = (bytes: Buffer): string =>
	bytes.toString('latin1').replace(/[\x80-\x9f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]);

/**
 * The last part of a path that names a file, so that none points out of its folder; `undefined` for a path of
 * folders and dots alone.
 */
export const lastName = (path: string): string | undefined =>
	path
		.split(/[/\\]/)
		.filter((part) => !/^[.\s]*$/.test(part))
		.pop();
