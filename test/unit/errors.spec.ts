import { readFileSync } from 'node:fs';
import ts from 'typescript';

import { endpoints } from '../../contract';
import { ServiceFailure, type FailureKind } from '../../core/client/failure';
import { sources } from './architecture/imports';

/**
 * n8n shows the title of an error in red and the description below it. The errors of the package are collected from
 * its code: each says what happened in a short title, and what to do in its advice.
 */

const LONGEST_TITLE = 120;
/** For a name, number or ID that a title holds. */
const PLACEHOLDER = 'x'.repeat(8);
/** What stands before the problem of an input error: the name of a field. */
const FIELD = 'x'.repeat(16);
/** Thrown to code that catches them; no user sees them. */
const INTERNAL = ['core/base/async.ts', 'core/purchase/byKey.ts'];

const files = ['contract', 'core', 'nodes', 'credentials'].flatMap((folder) => sources(folder));
const parsed = files.map(
	(path) =>
		[path, ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)] as const,
);

function every(visit: (node: ts.Node, path: string) => void): void {
	for (const [path, source] of parsed) {
		const walk = (node: ts.Node): void => {
			visit(node, path);
			ts.forEachChild(node, walk);
		};
		walk(source);
	}
}

/** Classes by the one that they extend. */
const parents = new Map<string, string>();
every((node) => {
	if (!ts.isClassDeclaration(node) || node.name === undefined) return;
	const [heritage] = node.heritageClauses ?? [];
	if (heritage !== undefined) parents.set(node.name.text, heritage.types[0].expression.getText());
});
const isAdvised = (name: string | undefined): boolean =>
	name !== undefined && (name === 'AdvisedError' || isAdvised(parents.get(name)));

/** The texts that an expression may result in, with something in the place of what it holds. */
function textsOf(node: ts.Node | undefined): string[] {
	if (node === undefined) return [];
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isTemplateExpression(node))
		return [node.head.text + node.templateSpans.map(({ literal }) => PLACEHOLDER + literal.text).join('')];
	if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsOf);
	if (ts.isBinaryExpression(node)) return [node.left, node.right].flatMap(textsOf);
	return [];
}

interface Told {
	readonly path: string;
	readonly title: string;
}

const told: Told[] = [];
const bare: string[] = [];
every((node, path) => {
	if (ts.isNewExpression(node)) {
		const name = node.expression.getText();
		if (name === 'Error' && !INTERNAL.includes(path)) bare.push(path);
		// An error about a batch or job has its kind and ID first.
		const texts = isAdvised(name)
			? (node.arguments ?? []).flatMap((argument, i) => (i < 3 ? [argument] : []))
			: [];
		const [title] = texts.filter((text) => textsOf(text).some((each) => each.includes(' ')));
		for (const text of textsOf(title)) told.push({ path, title: text });
	}
	if (ts.isCallExpression(node) && node.expression.getText() === 'inputError')
		for (const text of textsOf(node.arguments[1]))
			told.push({ path, title: `${FIELD} ${text.replace(/\.$/, '')}` });
});
const kinds = Object.keys({
	...{ unauthorized: 1, noCredit: 1, notReleased: 1, notFound: 1, rejected: 1, noSlot: 1, dailyLimit: 1 },
	...{ monthlyLimit: 1, limit: 1, pending: 1, serverError: 1, redirected: 1, reported: 1, unexpected: 1 },
	...{ noConnection: 1, timeout: 1, reset: 1, unreadable: 1, tooLarge: 1, cancelled: 1 },
} satisfies Record<FailureKind, 1>) as FailureKind[];
const failures = kinds.map(
	(kind) => new ServiceFailure({ kind, endpoint: endpoints.b2bPersonEnrichNow, status: 500, cause: 'X' }),
);

it('are collected', () => expect(told.length + failures.length).toBeGreaterThan(60));

it('have a title and advice, of one type', () => expect(bare).toEqual([]));

it.each([...told, ...failures.map(({ message: title }) => ({ path: 'core/client/failure.ts', title }))])(
	'$path: $title',
	({ title }) => {
		expect(title.length).toBeLessThanOrEqual(LONGEST_TITLE);
		expect(title).not.toMatch(/\.$/);
		// What to do is the advice.
		expect(title).not.toMatch(/\. [A-Z]/);
	},
);

it.each(failures)('$message: says what to do', ({ advice }) => expect(advice).toMatch(/\.$/));
