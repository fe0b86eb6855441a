import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { documents } from '../../tools/text/documents';
import { CHECKOUT } from './copy';

const PROGRAM = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|git|apt-get|node|cd|docker|curl|bash) /;

/** Commands of a shell in a document: the lines of its blocks, and what stands among words as code. */
function commandsIn(text: string): string[] {
	const blocks = [...text.matchAll(/^```(?:sh|bash)?\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
		block.split('\n'),
	);
	const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
	return [...blocks, ...inline].map((line) => line.trim()).filter((line) => PROGRAM.test(line));
}

/** Every command of the documents, with those that name it. */
export function documentedCommands(): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const path of documents()) {
		for (const command of commandsIn(readFileSync(join(CHECKOUT, path), 'utf8'))) {
			found.set(command, [...new Set([...(found.get(command) ?? []), path])]);
		}
	}
	return found;
}
