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
 * Writes generated files, formatted like the rest of the repository, or with `check` only names those that
 * are not up to date.
 */
export async function keepUpToDate(files: readonly OutputFile[], check: boolean): Promise<readonly string[]> {
	const stale: string[] = [];
	for (const { path, text } of files) {
		const wanted = await formatted(path, text);
		if (existsSync(path) && readFileSync(path, 'utf8') === wanted) continue;
		stale.push(relative(process.cwd(), path));
		if (check) continue;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, wanted);
	}
	return stale;
}

/** Runs a generator as a command: `--check` writes nothing and fails when a file is stale. */
export function generatorCommand(files: readonly OutputFile[], command: string): void {
	const usage = `Usage: ${command}${command.startsWith('npm ') ? ' --' : ''} [--check]`;
	runToEnd(usage, async (args) => {
		if (args.some((arg) => arg !== '--check')) throw new Error(usage);
		const check = args.length > 0;
		const stale = await keepUpToDate(files, check);
		for (const path of stale) print(`${check ? 'stale' : 'written'}: ${path}`);
		if (stale.length === 0) print('up to date');
		else if (check) print(`run ${command}`);
		return check && stale.length > 0 ? 1 : 0;
	});
}
