import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { assumedLimits, limits } from '../../../contract/model/limits';
import { MOST_ENTRIES } from '../../../core/purchase/entries';
import manifest from '../../../package.json';
import { figure, ENGLISH, PORTUGUESE } from '../../../tools/docs/language';
import { brokenLinks, linksIn } from '../../../tools/release/page';
import { documents } from '../../../tools/text/documents';

/** What readers of the documents meet: links, commands, files, messages and figures that are there, on short pages. */

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pages = documents().map((path) => ({ path, text: read(path) }));
const pagesIn = (folder: string): string[] =>
	readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.md'))
		.sort();
const both = pagesIn('docs').map((name) => ({
	name,
	english: read(`docs/${name}`),
	portuguese: read(`docs/pt-BR/${name}`),
}));

it.each(pages)('links and pictures of $path lead somewhere', (page) => {
	expect(brokenLinks(page, ROOT)).toEqual([]);
});

it.each(pages)('commands of $path are those of package.json', ({ text }) => {
	const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name);
	expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

const MOST_BYTES: ReadonlyArray<readonly [RegExp, number]> = [
	[/^README/, 9_000],
	[/^CONTRIBUTING\.md$/, 8_000],
	[/^docs\/(pt-BR\/)?[^/]+$/, 8_000],
];
const bounded = pages.flatMap(({ path, text }) => {
	const [, most] = MOST_BYTES.find(([pattern]) => pattern.test(path)) ?? [];
	return most === undefined ? [] : [{ path, bytes: Buffer.byteLength(text), most }];
});

it.each(bounded)('$path has at most $most bytes', ({ bytes, most }) => {
	expect(bytes).toBeLessThanOrEqual(most);
});

describe('the pages for users', () => {
	it('are ten and an index, the same in both languages', () => {
		expect(both).toHaveLength(11);
		expect(pagesIn('docs/pt-BR')).toEqual(both.map(({ name }) => name));
	});

	/** Depths of headings, widths of tables, and what links and pictures lead to. */
	const shapeOf = (text: string) => ({
		headings: [...text.matchAll(/^(#+) /gm)].map(([, depth]) => depth.length),
		tables: [...text.matchAll(/^\|(?: -+:? \|)+$/gm)].map(([row]) => row.split('|').length),
		targets: linksIn(text)
			.map(({ target }) => /[\w-]+\.(json|png|jpg)$/.exec(target)?.[0])
			.filter((target) => target !== undefined)
			.sort(),
	});

	it.each(both)('$name has the same headings, tables, pictures and examples', ({ english, portuguese }) => {
		expect(shapeOf(portuguese)).toEqual(shapeOf(english));
	});
});

const walk = (folder: string): string[] =>
	readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (/^(node_modules|dist|\.git)$/.test(path)) return [];
		return entry.isDirectory() ? [path, ...walk(path)] : [path];
	});
const everything = walk('');

it.each(
	pages.filter(({ path }) => /^(CONTRIBUTING|docs\/dev\/(architecture|commands|releasing))/.test(path)),
)('$path names files and folders that are there', ({ text }) => {
	const named = [...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|md|json|yml)|(?:[\w.-]+\/)+[\w.-]+)`/g)];
	expect(named.length).toBeGreaterThan(0);
	const isThere = (name: string): boolean =>
		everything.some((path) => path === name || path.endsWith(`/${name}`));
	expect(named.map(([, name]) => name).filter((name) => !isThere(name))).toEqual([]);
});

describe('messages', () => {
	const source = everything
		.filter((path) => /^(core|nodes|contract|credentials)\/.*\.ts$/.test(path))
		.map((path) =>
			read(path)
				.replace(/\$\{[^{}]*\}/g, '…')
				.replace(/\\'/g, "'"),
		)
		.join('\n');
	const OF_N8N = ["Couldn't connect with these settings", 'Create or Update'];
	const quoted = both
		.filter(({ name }) => name !== 'examples.md')
		.flatMap(({ name, english, portuguese }) =>
			[...`${english}\n${portuguese}`.matchAll(/(?<![\w*])_([A-Za-z][^_\n]* [^_\n]*)_(?!\w)/g)]
				.map(([, message]) => message)
				.filter((message) => !OF_N8N.includes(message))
				.map((message) => ({ name, message })),
		);

	it('are quoted', () => expect(quoted.length).toBeGreaterThan(20));

	it.each(quoted)('$name quotes "$message" as the code has it', ({ message }) => {
		const parts = message.split('…').map((part) => part.trim());
		const ofAnyDocument = (part: string): string => part.replace(/\b(CNPJ|CPF)$/, '…');
		expect(parts.filter((part) => !source.includes(part) && !source.includes(ofAnyDocument(part)))).toEqual(
			[],
		);
	});
});

/** Figures that pages state in words, each by what follows it. */
const FACTS: ReadonlyArray<readonly [value: number, english: RegExp, portuguese: RegExp]> = [
	[limits.requestsPerDay, /([\d,]+) requests a day/g, /([\d.]+) requisições por dia/g],
	[limits.searchCacheDays, /free (?:again )?(?:for|within) (\d+) days/g, /grátis (?:por|em) (\d+) dias/g],
	[limits.documentGraceHours, /free (?:again )?for (\d+) hours/g, /grátis por (\d+) horas/g],
	[limits.contactsPerBatch, /up to ([\d,]+) contacts/g, /até ([\d.]+) contatos/g],
	[limits.chatAppBatchNumbers, /submits up to ([\d,]+) in/g, /envia até ([\d.]+) por/g],
	[assumedLimits.requestsPerMinute, /([\d,]+) requests a minute/g, /([\d.]+) requisições por minuto/g],
	[assumedLimits.concurrentRequests, /(\d+) at once[;.]/g, /(\d+) ao mesmo tempo\./g],
	[MOST_ENTRIES, /([\d,]+) (?:records\]|entries a node)/g, /([\d.]+) registros(?:\]| por nó)/g],
];

it.each(FACTS)('pages state %d as the code has it', (value, english, portuguese) => {
	const inLanguage = (texts: readonly string[], pattern: RegExp) => [
		...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, stated]) => stated))),
	];
	const index = { english: read('README.md'), portuguese: read('README.pt-BR.md') };
	expect(
		inLanguage(
			[...both, index].map((page) => page.english),
			english,
		),
	).toEqual([figure(value, ENGLISH)]);
	expect(
		inLanguage(
			[...both, index].map((page) => page.portuguese),
			portuguese,
		),
	).toEqual([figure(value, PORTUGUESE)]);
});
