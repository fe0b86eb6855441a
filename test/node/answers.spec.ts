import type { IDataObject } from 'n8n-workflow';
import { writeFileSync } from 'node:fs';

import { isCharged } from '../../contract/model/billing';
import { vocabulary, type Subject } from '../../core/leads/vocabulary';
import { Clock } from '../../sandbox/base/clock';
import { ALL } from '../support/allOperations';
import { startElsewhere, type Elsewhere } from '../support/elsewhere';
import { runNode, useClockOf, type NodeResult } from '../support/harness';
import { answerFixtures, answerItem, giveAnswers, pathOf, type AnswerFixture } from './support/answers';

/**
 * Each answer of `test/answers` becomes its items, and no field of a record is lost on the way.
 * UPDATE_ANSWERS=1 writes the items anew; format test/answers with Prettier and read what has changed.
 */

let server: Elsewhere;
beforeAll(async () => void (server = await startElsewhere()));
beforeEach(() => useClockOf({ clock: new Clock('manual', 1) }));
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await server.close());

const OUTPUTS: Readonly<Record<string, IDataObject>> = {
	simplified: { output: 'simplified', simplify: true },
	raw: { output: 'raw', simplify: false },
};
/** Every field of the lead. */
const WHOLE_LEAD = { output: 'selected', selectedFields: [] };

async function run({ operation, parameters, input, answers }: AnswerFixture, output: IDataObject) {
	const [resource, key] = operation.split('.');
	const unanswered = giveAnswers(server, answers);
	const result = await runNode({
		credential: { apiKey: 'a-key', baseUrl: `http://127.0.0.1:${server.port}/v1` },
		resource,
		operation: key,
		parameters: { ...parameters, ...output },
		items: input,
		settings: { onError: 'continueRegularOutput' },
	});
	expect([result.error, unanswered]).toEqual([undefined, []]);
	return result;
}

type Leaf = readonly [name: string, value: unknown];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** All values that are neither list nor object, with their names. */
const leavesOf = (value: unknown, name = ''): Leaf[] =>
	Array.isArray(value)
		? value.flatMap((entry) => leavesOf(entry, name))
		: isObject(value)
			? Object.entries(value).flatMap(([inner, own]) => leavesOf(own, inner))
			: [[name, value]];

const LISTS = ['dados', 'data', 'results', 'contatos', 'phones'];

/**
 * The records of an answer. What stands beside a list of them, such as totals, counts and times, is of the call and
 * does not count; nor does an answer without a list that is not the last one or names a batch: it accepts work, or says
 * how that stands.
 */
function recordsOf(body: unknown, isLast: boolean): unknown[] {
	if (Array.isArray(body)) return body;
	const inner = isObject(body)
		? Object.entries(body).find(([name, value]) => LISTS.includes(name) && isObject(value))
		: undefined;
	if (inner !== undefined) return recordsOf(inner[1], isLast);
	return isLast && isObject(body) && !('id_processamento' in body) ? [body] : [];
}

/** The fields of a CSV file, whose cells hold no quotes. */
const cellsOf = (csv: string): IDataObject[] => {
	const lines = csv.trim().split(/\r?\n/);
	const [head, ...rows] = lines.map((row) => row.split(/[;,]/));
	return rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i], cell])));
};

const recordsIn = ({ answers }: AnswerFixture): unknown[] =>
	answers.flatMap(({ status = 200, body, zip }, i) => {
		if (zip !== undefined) return Object.values(zip).flatMap(cellsOf);
		return status < 300 ? recordsOf(body, i === answers.length - 1) : [];
	});

/** A leaf as text, however its name is written, and a document with its leading zeros or without. */
const told = ([name, value]: Leaf): string =>
	`${name.replaceAll('_', '').toLowerCase()}: ${String(value).replace(/^0+(?=\d)/, '')}`;

function lost(records: readonly unknown[], { items }: NodeResult): string[] {
	const left = items.flatMap(({ json }) => leavesOf(json)).map(told);
	return records
		.flatMap((record) => leavesOf(record))
		.map(told)
		.filter((leaf) => {
			const at = left.indexOf(leaf);
			if (at >= 0) left.splice(at, 1);
			return at < 0;
		});
}

/** Fields of a lead that are worked out from several, by the names under which a record has them. */
const MADE: Readonly<Record<string, RegExp>> = {
	email: /^emails?(_1)?$/,
	phone: /^(mobile_phones|land_lines|telefones|telefone_1)$/,
	city: /^(addresses|localizacao)$/,
	state: /^(addresses|localizacao|uf)$/,
	partners: /^(partners|socios)$/,
	jobTitle: /^(experiencia_profissional|cargo)$/,
};

/** What a record holds itself and in its objects: its lists are of others, or of several. */
const ownOf = (record: object): Array<[string, unknown]> =>
	Object.entries(record).flatMap(([name, value]) => [
		[name.toLowerCase(), value] as [string, unknown],
		...(isObject(value) && !Array.isArray(value) ? ownOf(value) : []),
	]);

/** The fields of the lead that a record holds. */
function fieldsOf(record: object, about: Subject | 'any'): string[] {
	const filled = ownOf(record).filter(([, value]) => value !== null && value !== '');
	const isThere = (test: (name: string) => boolean): boolean => filled.some(([name]) => test(name));
	const subject =
		about === 'any' ? (/pessoa|person|cpf/i.test(JSON.stringify(record)) ? 'person' : 'company') : about;
	return Object.entries(vocabulary[subject]).flatMap(([field, { from }]) => {
		const made = field in MADE && isThere((name) => MADE[field].test(name));
		return made || from.some((way) => isThere((name) => name === way)) ? [field] : [];
	});
}

describe.each(answerFixtures())('%s', (name, fixture) => {
	const operation = ALL.find(([own]) => own === fixture.operation)?.[3];
	const leads = operation?.leads;
	const hasRaw = leads !== undefined || 'simplify' in (operation?.fields ?? {});
	const outputs = hasRaw ? ['simplified', 'raw'] : ['raw'];

	it('names its source and becomes its items', async () => {
		expect(fixture.source).toMatch(
			/^(specification|field notes), .+ \(l\. \d+|^recorded |^[\w.-]+\/[\w.-]+ #\d+/,
		);
		const items: Record<string, unknown> = {};
		for (const output of outputs) items[output] = (await run(fixture, OUTPUTS[output])).items.map(answerItem);
		if (process.env.UPDATE_ANSWERS === '1')
			writeFileSync(pathOf(name), JSON.stringify({ ...fixture, items }));
		else expect(items).toEqual(fixture.items);
	});

	// What is free and has no raw form, such as reference data, may come out in other words.
	if (!hasRaw && !operation?.calls.some(({ billing }) => isCharged(billing))) return;

	it('loses nothing of its records', async () => {
		const raw = await run(fixture, OUTPUTS.raw);
		expect(lost(recordsIn(fixture), raw)).toEqual([]);
		if (leads === undefined) return;
		const { items } = await run(fixture, WHOLE_LEAD);
		const count = (names: readonly string[]): Record<string, number> =>
			names.reduce<Record<string, number>>((sum, field) => ({ ...sum, [field]: (sum[field] ?? 0) + 1 }), {});
		const output = count(
			items.flatMap(({ json }) => Object.keys(json).filter((field) => json[field] !== null)),
		);
		const held = recordsIn(fixture)
			.filter(isObject)
			.flatMap((record) => fieldsOf(record, leads.about));
		const missing = Object.entries(count(held)).filter(([field, wanted]) => (output[field] ?? 0) < wanted);
		expect(missing).toEqual([]);
	});
});
