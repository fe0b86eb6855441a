import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { print, runToEnd } from '../commandLine';

/** The text in the checkout's own style, so that formatting everything changes nothing in it. */
export const formatted = async (path: string, text: string): Promise<string> =>
	await format(text, { ...(await resolveConfig(path)), filepath: path });

/** A generated file, as it should be. */
export interface OutputFile {
	readonly path: string;
	readonly text: string;
}

/**
 * Writes generated files as a command, formatted like the rest of the repository; with `--check` it only names those
 * that are not up to date, and fails when there are any.
 */
export function generatorCommand(files: readonly OutputFile[], command: string): void {
	const usage = `Usage: ${command} -- [--check]`;
	runToEnd(usage, async (args) => {
		if (args.some((arg) => arg !== '--check')) throw new Error(usage);
		const check = args.length > 0;
		let stale = 0;
		for (const { path, text } of files) {
			const wanted = await formatted(path, text);
			if (existsSync(path) && readFileSync(path, 'utf8') === wanted) continue;
			stale++;
			print(`${check ? 'stale' : 'written'}: ${relative(process.cwd(), path)}`);
			if (check) continue;
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, wanted);
		}
		if (stale === 0) print('up to date');
		return check && stale > 0 ? 1 : 0;
	});
}
