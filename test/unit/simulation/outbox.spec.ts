import { readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';

import { settle, type Charges } from '../../../simulation/outbox/books';
import { FULL } from '../../../simulation/outbox/stage/plan';
import { toMarkdown } from '../../../simulation/outbox/report';
import { type Kept, mostWithin } from '../../../simulation/outbox/seen';
import { shares } from '../../../simulation/outbox/stage/calls';
import type { Row } from '../../../simulation/outbox/stage/table';
import { outboxDraft } from '../../../simulation/outbox/stage/template';
import { wishesOf } from '../../../simulation/outbox/wishes';

/** What `npm run simulate:outbox` counts, and what it leaves as it is. */

const row = (contact: string, status: string, name = ''): Row => ({ contact, status, name, reason: '' });
const nameOf = (contact: string): string => `Name of ${contact}`;
const charges = (...contacts: string[]): Charges => {
	const all = new Map<string, string[]>();
	for (const contact of contacts) all.set(contact, [...(all.get(contact) ?? []), 'batch']);
	return all;
};

describe('where a contact is', () => {
	it('is told for each, by its rows and by what it was charged', () => {
		const rows = [
			row('row', 'enriched', nameOf('row')),
			row('failed', 'failed'),
			row('batch', 'uncertain'),
			row('unsent', 'uncertain'),
			row('left out', 'skipped'),
			row('open', ''),
			row('twice', 'enriched', nameOf('twice')),
			row('twice', 'skipped'),
		];
		const handed = [...new Set(rows.map(({ contact }) => contact)), 'not written'];
		const settled = settle(handed, rows, charges('row', 'batch', 'left out', 'twice', 'twice'), nameOf);
		expect(settled).toEqual({
			contacts: { inRow: 2, failed: 1, byBatch: 1, unsent: 1, leftOut: 1, open: 1, notWritten: 1 },
			chargedTwice: 1,
			lost: 0,
			doubleRows: 1,
		});
	});

	it.each([
		['has no row', []],
		['has a row without data that does not say why', [row('paid', 'enriched')]],
		['has the data of another one', [row('paid', 'enriched', nameOf('other'))]],
	])('is nowhere when what is charged %s', (_, rows) => {
		expect(settle(['paid'], rows, charges('paid'), nameOf).lost).toBe(1);
	});
});

it('changes nothing of the template but credential, schedule, table and size', () => {
	const { nodes } = JSON.parse(readFileSync('examples/outbox.json', 'utf8')) as { nodes: INode[] };
	const changes = { table: 'Other', take: 7, interval: { field: 'minutes', minutesInterval: 2 } };
	const draft = outboxDraft(changes, { id: '1', name: 'Own' });
	const back = draft.nodes.map(({ credentials, ...node }) => {
		const original = nodes.find(({ name }) => name === node.name);
		const { parameters } = JSON.parse(JSON.stringify(node).replaceAll('"Other"', '"Outbox"')) as INode;
		expect(credentials === undefined).toBe(node.name !== 'Enrich');
		if (node.name === 'Every Hour') return { ...node, parameters: original?.parameters };
		if (node.name === 'Take') return { ...node, parameters: { ...parameters, limit: 10_000 } };
		return { ...node, parameters };
	});
	expect(back).toEqual(nodes);
	const named = (name: string) => draft.nodes.find((node) => node.name === name)?.parameters;
	expect(named('Take')).toMatchObject({ limit: 7, dataTableId: { value: 'Other' } });
	expect(named('Table')).toMatchObject({ tableName: 'Other' });
	expect(named('Every Hour')).toEqual({ rule: { interval: [changes.interval] } });
});

it('gives every contact to a workflow, and some to two', () => {
	const contacts = Array.from({ length: 200 }, (_, i) => String(i));
	const parts = shares(contacts, 8);
	expect(parts).toHaveLength(8);
	expect(new Set(parts.flat())).toEqual(new Set(contacts));
	expect(parts.flat()).toHaveLength(210);
});

it('finds the most requests within a time', () => {
	expect(mostWithin([], 10)).toBe(0);
	expect(
		mostWithin(
			[0, 5, 9, 10, 11, 30].map((time) => ({ time })),
			10,
		),
	).toBe(4);
});

describe('a wish', () => {
	const settled = settle(['a'], [row('a', 'enriched', nameOf('a'))], charges('a'), nameOf);
	const seen = {
		records: 20_000,
		requests: 8,
		refused: 0,
		credits: 1,
		mostInTenSeconds: 2,
		byEndpoint: {},
		settled,
		runs: [],
	};
	const kills = { wait: 1, save: 1, any: 1 };
	const surroundings = { date: '2026-01-01', commit: 'abc' };
	const kept = (calm: object, killed: object = {}) => {
		const part = (outcome: object) => ({
			size: FULL,
			surroundings,
			seconds: 1,
			outcome: { ...seen, ...outcome },
		});
		return {
			calm: part(calm),
			killed: part({ records: 1, kills, ...killed }),
		} as unknown as Kept;
	};
	const twice = { settled: { ...settled, chargedTwice: 1 } };
	const lost = { settled: { ...settled, lost: 1 } };

	it.each([
		['true', kept({}), []],
		['not: requests', kept({ requests: 9 }), ['At most 4 requests per 10,000 records']],
		['not: blocks', kept({}, { refused: 1 }), ['No block of the account, with killed workers']],
		['not: twice', kept(twice), ['No record is charged twice, calm']],
		['not: lost', kept({}, lost), ['No record that was charged is lost, with killed workers']],
	])('came %s', (_, of, missed) => {
		expect(wishesOf(of)).toHaveLength(8);
		expect(wishesOf(of).flatMap(({ wish, isMet }) => (isMet ? [] : wish))).toEqual(missed);
	});

	it('that leaves something to a person is told, and fails nothing', () => {
		const last = wishesOf(kept({}, { records: 2 })).at(-1);
		expect(last).toMatchObject({ figure: '1 of 2 do not', isMet: false, isOptional: true });
	});

	it('stands in the report with its figure, also when only a part was looked at', () => {
		const { calm } = kept({ requests: 9 });
		const text = toMarkdown({ calm });
		expect(text).toMatch(/\| At most 4 requests per 10,000 records \| 4\.5 \| no: /);
		expect(text).not.toContain('## Killed workers');
	});
});
