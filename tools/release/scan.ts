import { relative } from 'node:path';

import { ESLint, type Linter } from 'eslint';

/** n8n's scan of community packages: as it is released, and with the newest rules that npm has. */

interface Scanner {
	readonly SOURCE_FILE_PATTERNS: readonly string[];
	analyzePackage(
		folder: string,
		patterns: readonly string[],
	): Promise<{ readonly passed: boolean; readonly message?: string; readonly details?: string }>;
}

/** Not literals: the modules have no types. */
const SCANNER: string = '@n8n/scan-community-package/scanner/scanner.mjs';
const RULES: string = '@n8n/eslint-plugin-community-nodes';
const PARSER: string = '@typescript-eslint/parser';

/** Files of a checkout that the newest rules are for, codex files included. */
const SOURCE_FILES = ['package.json', '{nodes,credentials}/**/*.{ts,json}'];
/** Files of a tarball that the scan looks at. */
export const TARBALL_FILES = ['**/*.js', 'package.json'];

/** The released scan, of a checkout unless other files are named. */
export async function scan(folder: string, patterns?: readonly string[]): Promise<string[]> {
	const { analyzePackage, SOURCE_FILE_PATTERNS } = (await import(SCANNER)) as Scanner;
	const { passed, message, details } = await analyzePackage(folder, patterns ?? SOURCE_FILE_PATTERNS);
	return passed ? [] : [`${message ?? 'refused'} ${details ?? ''}`.trim()];
}

/**
 * What the newest rules on npm find, warnings included: the released scan is pinned to older ones, and does not
 * show warnings. Comments that switch rules off do not count, as in the scan.
 */
export async function newestRules(
	folder: string,
	patterns: readonly string[] = SOURCE_FILES,
): Promise<string[]> {
	const { configs } = (await import(RULES)) as { readonly configs: { readonly recommended: Linter.Config } };
	const parser = (await import(PARSER)) as Linter.Parser;
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: [configs.recommended, { files: ['**/*.{ts,json}'], languageOptions: { parser } }],
	});
	const results = await eslint.lintFiles([...patterns]);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ ruleId, line, message }) =>
			[relative(folder, filePath), line, ruleId ?? '', message].join(' '),
		),
	);
}
