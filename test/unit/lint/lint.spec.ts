import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import manifest from '../../../package.json';
import type { LintedText } from './lintTexts';

/** Which of n8n's rules hold where, in the way that `npm run lint` asks. */

const ROOT = resolve(__dirname, '../../..');
const SHIPPED = ['contract', 'core', 'credentials', 'nodes'];
const NEVER_SHIPPED = ['bench', 'sandbox', 'test', 'tools'];

/** What only shipped code must not do. */
const TOOLING: readonly [rule: string, text: string][] = [
	['@n8n/community-nodes/no-restricted-globals', 'export const home = process.env.HOME;\n'],
	['@n8n/community-nodes/no-restricted-imports', "import { sep } from 'node:path';\nexport const s = sep;\n"],
	[
		'@n8n/community-nodes/require-node-api-error',
		"export function f() {\n\ttry {\n\t\treturn JSON.parse('');\n\t} catch {\n\t\tthrow new Error('no');\n\t}\n}\n",
	],
	[
		'@n8n/community-nodes/no-dangerous-functions',
		"import { execSync } from 'node:child_process';\nexport const out = execSync('ls');\n",
	],
];

/** What no code may do. */
const REFUSED: readonly [rule: string, text: string][] = [
	['@typescript-eslint/no-explicit-any', 'export const value = (given: any): unknown => given;\n'],
	['@typescript-eslint/no-unused-vars', "const unused = 'text';\nexport const used = 1;\n"],
	['no-console', "console.log('left over');\n"],
	['prefer-const', 'let value = 1;\nexport const same = value;\n'],
	['@n8n/community-nodes/no-deprecated-workflow-functions', 'void this.helpers.request({});\n'],
];

/** The rules that refuse each text, with the settings of the `lint` script. */
function refusals(texts: readonly LintedText[]): readonly (readonly string[])[] {
	const [settings = ''] = /--env-file=\S+/.exec(manifest.scripts.lint) ?? [];
	const answer = execFileSync(
		process.execPath,
		[settings, '--import', 'tsx', join(__dirname, 'lintTexts.ts')],
		{ cwd: ROOT, encoding: 'utf8', input: JSON.stringify(texts) },
	);
	return JSON.parse(answer) as string[][];
}

function sources(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));
}

interface Judged {
	readonly folder: string;
	readonly rule: string;
	readonly refused: boolean;
}

/** Each rule in each folder, with whether its text is refused there. All are asked at once: the linter is slow to start. */
function judge(): readonly Judged[] {
	const asked = [...SHIPPED, ...NEVER_SHIPPED].flatMap((folder) =>
		[...TOOLING, ...REFUSED].map(([rule, text]) => ({ folder, rule, text })),
	);
	const found = refusals(asked.map(({ folder, text }) => ({ path: `${folder}/some/name.ts`, text })));
	return asked.map(({ folder, rule }, index) => ({
		folder,
		rule,
		refused: found[index]?.includes(rule) ?? false,
	}));
}

let judged: readonly Judged[] = [];
beforeAll(() => {
	judged = judge();
	expect(judged.length).toBe((TOOLING.length + REFUSED.length) * (SHIPPED.length + NEVER_SHIPPED.length));
}, 60_000);

const named = ([rule]: readonly [rule: string, text: string]): string => rule;

it('what n8n lets no node do is refused in shipped code, and only there', () => {
	const rules = TOOLING.map(named);
	const wrong = judged.filter(
		({ folder, rule, refused }) => rules.includes(rule) && refused !== SHIPPED.includes(folder),
	);
	expect(wrong).toEqual([]);
});

it('what no code may do is refused everywhere', () => {
	const rules = REFUSED.map(named);
	expect(judged.filter(({ rule, refused }) => rules.includes(rule) && !refused)).toEqual([]);
});

it('no file is exempt from the rules of n8n by a comment', () => {
	const exempt = [...SHIPPED, ...NEVER_SHIPPED]
		.flatMap(sources)
		.filter((path) =>
			/eslint-disable[^\n]*@n8n\/|^\/\* eslint-/.test(readFileSync(join(ROOT, path), 'utf8')),
		);
	expect(exempt).toEqual([]);
});

it('shipped folders are linted with the configuration of the root alone', () => {
	const own = SHIPPED.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
			/eslint\.config\./.test(name),
		),
	);
	expect(own).toEqual([]);
});
