import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { assumedLimits, limits } from '../../../contract/model/limits';
import { MOST_ENTRIES } from '../../../core/purchase/entries';
import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { resources } from '../../../nodes/PersonCompanyData/operations';
import { advancedField, advancedOptions } from '../../../nodes/PersonCompanyData/run/options';
import { PersonCompanyDataNewLeadsTrigger } from '../../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { PersonCompanyDataTrigger } from '../../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import manifest from '../../../package.json';
import { ENGLISH, figure, PORTUGUESE } from '../../../tools/docs/language';
import { documents } from '../../../tools/text/documents';
import { brokenLinks } from './links';

/** What readers of documents meet: links, commands, operations, options, messages and figures that are there. */

const read = (path: string): string => readFileSync(path, 'utf8');
const pages = documents().map((path) => ({ path, text: read(path) }));
const pagesIn = (folder: string) =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.md'))
		.sort();
const english = [...pagesIn('docs').map((name) => `docs/${name}`), 'README.md'].map(read);
const portuguesePages = [...pagesIn('docs/pt-BR').map((name) => `docs/pt-BR/${name}`), 'README.pt-BR.md'];
const portuguese = portuguesePages.map(read);
const code = ['contract', 'core', 'credentials', 'nodes'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => read(join(folder, name))),
);

it('the pages for users are the same in both languages', () => {
	expect(pagesIn('docs/pt-BR')).toEqual(pagesIn('docs'));
});

const MOST_BYTES: ReadonlyArray<readonly [RegExp, number]> = [
	[/^README/, 9_000],
	[/^CONTRIBUTING\.md$|^docs\/(pt-BR\/)?[^/]+$/, 8_000],
];

it.each(pages)('$path leads somewhere, names commands that are there, and is short', (page) => {
	expect(brokenLinks(page, process.cwd())).toEqual([]);
	const commands = [...page.text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name);
	expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
	const [, most = Infinity] = MOST_BYTES.find(([pattern]) => pattern.test(page.path)) ?? [];
	expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(most);
});

/** What stands in the forms: `Options > Maximum Credits`. */
const forms = [
	new PersonCompanyData(),
	new PersonCompanyDataTrigger(),
	new PersonCompanyDataNewLeadsTrigger(),
];
const options = [
	...Object.keys(advancedOptions).map((name) => `Options > ${advancedField.property.displayName} > ${name}`),
	...forms.flatMap(({ description }) =>
		description.properties.flatMap(({ displayName, type, options: inner = [] }) =>
			type === 'collection'
				? (inner as INodeProperties[]).map((each) => `${displayName} > ${each.displayName}`)
				: [],
		),
	),
];

it('documents and messages send nobody to an option that is not there', () => {
	const texts = [...english, ...portuguese, ...code];
	const mentions = texts.flatMap((text) => [...text.matchAll(/Options > .{1,60}/g)].map(([rest]) => rest));
	expect(mentions.length).toBeGreaterThan(20);
	expect(mentions.filter((rest) => !options.some((option) => rest.startsWith(option)))).toEqual([]);
});

it('documents send nobody to an operation that is not there', () => {
	const operations = Object.values(resources).flatMap(({ name: resource, operations: own }) =>
		Object.values(own).map(({ name }) => `${resource} > ${name}`),
	);
	const named = [...english, ...portuguese].flatMap((text) =>
		[...text.matchAll(/\*\*([A-Z][\w ]+)(?:: | > )([A-Z][\w ]+)\*\*/g)].map(
			([, of, name]) => `${of} > ${name}`,
		),
	);
	const ofOperations = named.filter((name) =>
		operations.some((other) => other.startsWith(name.split(' > ')[0])),
	);
	expect(ofOperations.length).toBeGreaterThan(10);
	expect(ofOperations.filter((name) => !operations.includes(name))).toEqual([]);
});

it('pages quote messages as the code has them', () => {
	const OF_N8N = ["Couldn't connect with these settings", 'Create or Update'];
	const source = code.map((text) => text.replace(/\$\{[^{}]*\}/g, '…').replace(/\\'/g, "'")).join('\n');
	const quoted = pagesIn('docs')
		.filter((name) => name !== 'examples.md')
		.flatMap((name) => [read(`docs/${name}`), read(`docs/pt-BR/${name}`)])
		.flatMap((text) => [...text.matchAll(/(?<![\w*])_([A-Za-z][^_\n]* [^_\n]*)_(?!\w)/g)])
		.map(([, message]) => message)
		.filter((message) => !OF_N8N.includes(message));
	expect(quoted.length).toBeGreaterThan(20);
	const isThere = (part: string): boolean =>
		[part, part.replace(/\b(CNPJ|CPF)$/, '…')].some((text) => source.includes(text));
	expect(
		quoted
			.flatMap((message) => message.split('…').map((part) => part.trim()))
			.filter((part) => !isThere(part)),
	).toEqual([]);
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

it.each(FACTS)('pages state %d as the code has it', (value, inEnglish, inPortuguese) => {
	const stated = (texts: readonly string[], pattern: RegExp) => [
		...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, number]) => number))),
	];
	expect(stated(english, inEnglish)).toEqual([figure(value, ENGLISH)]);
	expect(stated(portuguese, inPortuguese)).toEqual([figure(value, PORTUGUESE)]);
});
