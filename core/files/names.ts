/**
 * The last part of a path that names a file, so that none points out of its folder; `undefined` for a path of
 * folders and dots alone.
 */
export const lastName = (path: string): string | undefined =>
	path
		.split(/[/\\]/)
		.filter((part) => !/^[.\s]*$/.test(part))
		.pop();
