import { readFileSync } from 'node:fs';
import ts from 'typescript';

import { endpoints } from '../../contract';
import { ServiceFailure } from '../../core/client/failure';
import { failureKinds } from '../support/failureKinds';
import { sources } from './architecture/imports';

/**
 * n8n shows the title of an error in red and the description below it. The errors of the package are collected from
 * its code: each says what happened in a short title, and what to do in its advice.
 */

const LONGEST_TITLE = 120;
/** For a name, number or ID that a title holds, and for what is known only when the error is made. */
const PLACEHOLDER = 'x'.repeat(8);
/** What stands before the problem of an input error: the name of a field. */
const FIELD = 'x'.repeat(16);
/** Classes that have the title themselves. */
const TITLED = ['ServiceFailure', 'UnknownAnswer'];
/** Titles that were made elsewhere. */
const PASSED_ON = [
	'message',
	'base.problem',
	'read.problem',
	'difference',
	"truncate(withoutPersonalData(`'${where.field}' ${problem}`), TITLE)",
];
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

/** What a name in a file stands for; of a list that is taken apart, the first name. */
const constants = new Map<string, ts.Expression>();
every((node, path) => {
	if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
	const name = ts.isArrayBindingPattern(node.name) ? node.name.elements[0] : node.name;
	constants.set(`${path} ${name.getText()}`, node.initializer);
});

const classOf = (node: ts.Node): string | undefined =>
	ts.isClassDeclaration(node) ? node.name?.text : classOf(node.parent);

/** The titles that an expression may result in, with something in the place of what they hold; a list begins with one. */
function textsOf(node: ts.Node | undefined, path: string): string[] {
	const all = (...nodes: Array<ts.Node | undefined>) => nodes.flatMap((each) => textsOf(each, path));
	if (node === undefined) return [];
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isTemplateExpression(node))
		return [node.head.text + node.templateSpans.map(({ literal }) => PLACEHOLDER + literal.text).join('')];
	if (ts.isConditionalExpression(node)) return all(node.whenTrue, node.whenFalse);
	if (ts.isBinaryExpression(node)) return all(node.left, node.right);
	if (ts.isArrayLiteralExpression(node)) return all(node.elements[0]);
	if (ts.isSpreadElement(node) || ts.isAsExpression(node) || ts.isElementAccessExpression(node))
		return all(node.expression);
	if (ts.isCallExpression(node)) return all(node.expression);
	if (ts.isArrowFunction(node)) return all(node.body);
	return ts.isIdentifier(node) ? all(constants.get(`${path} ${node.text}`)) : [];
}

interface Told {
	readonly path: string;
	readonly title: string;
}

const told: Told[] = [];
const bare: string[] = [];
/** Errors whose title is not found. */
const unseen: string[] = [];

function collect(node: ts.Node, path: string, titles: readonly string[], before = ''): void {
	if (titles.length === 0) unseen.push(`${path}: ${node.getText()}`);
	for (const title of titles) told.push({ path, title: `${before}${title}` });
}
/** An error about a batch or job has its kind and ID first. */
const titlesIn = (args: readonly ts.Expression[] = [], path: string): string[] =>
	args
		.slice(0, 3)
		.map((argument) => textsOf(argument, path).filter((text) => text.includes(' ')))
		.find(({ length }) => length > 0) ?? [];

every((node, path) => {
	if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return;
	const name = node.expression.getText();
	const [first, second] = node.arguments ?? [];
	if (name === 'Error' && !INTERNAL.includes(path)) bare.push(path);
	else if (name === 'super' && isAdvised(classOf(node)))
		for (const title of titlesIn(node.arguments, path)) told.push({ path, title });
	else if (isAdvised(name) && !TITLED.includes(name)) collect(node, path, titlesIn(node.arguments, path));
	else if (name === 'operationError' && !PASSED_ON.includes(second.getText()))
		collect(node, path, textsOf(second, path));
	else if (name === 'inputError' && !ts.isSpreadElement(second))
		collect(node, path, textsOf(second, path), `'${FIELD}' `);
	else if (name === 'problem') {
		// Its advice stands behind it.
		const problems = textsOf(first, path).map((text) => text.split(/\.(?: |$)/)[0]);
		collect(node, path, problems, `'${FIELD}' `);
	}
});
const failures = failureKinds.map(
	(kind) => new ServiceFailure({ kind, endpoint: endpoints.b2bPersonEnrichNow, status: 500, cause: 'X' }),
);

it('are all found', () => expect(unseen).toEqual([]));

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
