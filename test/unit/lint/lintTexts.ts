import { ESLint } from 'eslint';
import { json } from 'node:stream/consumers';

/**
 * A program of its own, as the test runner cannot load the configuration. It reads texts, each with
 * the path that it stands for, and says which rules refuse each of them.
 */

export interface LintedText {
	readonly path: string;
	readonly text: string;
}

async function main(): Promise<void> {
	const texts = (await json(process.stdin)) as readonly LintedText[];
	const eslint = new ESLint({ allowInlineConfig: false });
	const refusedBy: (readonly (string | null)[])[] = [];
	for (const { path, text } of texts) {
		const results = await eslint.lintText(text, { filePath: path });
		refusedBy.push(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId)));
	}
	process.stdout.write(JSON.stringify(refusedBy));
}

void main();
