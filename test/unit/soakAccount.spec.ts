import type { LoggedRequest } from '../../sandbox';
import { account, type Class } from '../soak/account';
import { sentAfterBlocks } from '../soak/blocks';
import type { Run } from '../soak/executions';
import { KINDS } from '../soak/kinds';
import type { Books, Charge, Work } from '../soak/ledger';
import type { Start } from '../soak/load';

/** The accounts of the soak find what is wrong: otherwise a soak that ends equal would prove nothing. */

const PERSON = 'personGet 11111111111';
const RECORD = 'b2bPersonEnrichBatch 10000001';
const LOST = 'The call may have been processed and charged, so it was not retried.';
const DAY = 24 * 3_600_000;
const KILL = 60_000;

const startOf = (unit: string, kind = KINDS[0]): Start => ({
	tag: 'soak-1',
	workflow: { id: 'w', kind, url: '' },
	asks: [{ unit, json: {} }],
	isTaken: true,
	at: 0,
});

const runOf = (
	unit: string,
	{ text = '', ...more }: Partial<Run> & { readonly text?: string } = {},
): Run => ({
	id: '7',
	status: 'error',
	kind: 'any',
	start: startOf(unit),
	startedAt: 0,
	isCutOff: false,
	hasEnded: true,
	output: new Map(),
	said: () => text,
	errors: text,
	showsKey: false,
	...more,
});

const withOutput = (unit: string, details: unknown = null): Run =>
	runOf(unit, { output: new Map([[unit, { rows: 1, json: { detalhes_contato: details as null } }]]) });

const batch: Work = {
	id: 'batch-1',
	records: new Map([[RECORD, { detalhes_contato: { nome: 'A' } }]]),
	rows: 1,
};

const booksOf = (...charges: Array<Partial<Charge> & { readonly unit: string }>): Books => ({
	charged: charges.length,
	refunded: 0,
	charges: charges.map((charge) => ({ time: 0, credits: 1, ...charge })),
	known: new Set(charges.map(({ unit }) => unit)),
	works: new Map(),
	problems: [],
});

it.each<[Class, Books, Run[]]>([
	['output', booksOf({ unit: PERSON }), [withOutput(PERSON)]],
	['output', booksOf({ unit: RECORD, work: batch }), [withOutput(RECORD, { nome: 'A' })]],
	['named', booksOf({ unit: RECORD, work: batch }), [runOf(RECORD, { text: 'go on with batch-1' })]],
	['lost', booksOf({ unit: PERSON }), [runOf(PERSON, { text: LOST })]],
	['free', booksOf({ unit: PERSON }), [runOf(PERSON, { text: 'the service does not charge it twice' })]],
	['killed', booksOf({ unit: RECORD, work: batch }), [runOf(RECORD, { isCutOff: true })]],
	[
		'refusedLater',
		booksOf({ unit: RECORD, work: batch }),
		[
			runOf(RECORD, { isCutOff: true }),
			runOf(RECORD, { text: `1 record was submitted before by an execution that was interrupted. ${LOST}` }),
		],
	],
	['killedCall', booksOf({ unit: PERSON }), [runOf(PERSON, { isCutOff: true })]],
	['ranAgain', booksOf({ unit: PERSON }), [runOf(PERSON, { startedAt: KILL + 1, text: 'Not sent.' })]],
	[
		'refusedLater',
		booksOf({ unit: RECORD, work: batch }),
		[runOf(RECORD, { startedAt: KILL + 1, text: `1 record was submitted before by an execution. ${LOST}` })],
	],
])('accounts for a charge as %s', (name, books, runs) => {
	const { credits, problems } = account(books, runs, [KILL]);
	expect(problems).toEqual([]);
	expect(Object.entries(credits).filter(([, count]) => count > 0)).toEqual([[name, 1]]);
});

it.each<[string, Books, Run[], RegExp]>([
	['a charge that nobody asked for', booksOf({ unit: PERSON }), [], /not explained \(no execution\)/],
	[
		'a charge that an error says nothing of',
		booksOf({ unit: PERSON }),
		[runOf(PERSON, { text: 'No.' })],
		/No\./,
	],
	[
		'a charge of an execution that began anew, when nothing was killed in between',
		booksOf({ unit: PERSON, time: KILL + 1 }),
		[runOf(PERSON, { startedAt: KILL + 2, text: 'Not sent.' })],
		/Not sent\./,
	],
	[
		'one of two charges for one output',
		booksOf({ unit: PERSON }, { unit: PERSON, time: DAY }),
		[withOutput(PERSON)],
		/not explained/,
	],
	[
		'a document charged twice within a day',
		booksOf({ unit: PERSON }, { unit: PERSON, time: DAY - 1 }),
		[withOutput(PERSON), withOutput(PERSON)],
		/charged 2 times/,
	],
	[
		'a record of batches charged twice, however late',
		booksOf({ unit: RECORD }, { unit: RECORD, time: 90 * DAY }),
		[withOutput(RECORD), withOutput(RECORD)],
		/charged 2 times/,
	],
	['an output that was never charged', booksOf(), [withOutput(PERSON)], /never charged/],
	[
		'an output with the data of somebody else',
		booksOf({ unit: RECORD, work: batch }),
		[withOutput(RECORD, { nome: 'B' })],
		/otherwise than/,
	],
])('finds %s, and names it', (_, books, runs, words) => {
	const { problems } = account(books, runs, [KILL]);
	expect(problems).toHaveLength(1);
	expect(problems[0]).toMatch(words);
	expect(problems[0]).toMatch(/^(personGet 1{11}|b2bPersonEnrichBatch 10000001):/);
});

describe('requests after a block', () => {
	const requestOf = (status: number, more: Partial<LoggedRequest> = {}): LoggedRequest =>
		({ endpoint: 'personGet', query: { cpf: '11111111111' }, status, ...more }) as LoggedRequest;
	const blocked = (...requests: LoggedRequest[]) => sentAfterBlocks(requests, [startOf(PERSON)], []);

	it('lets pass what was under way', () => {
		expect(blocked(requestOf(200), requestOf(429), requestOf(429), requestOf(429))).toEqual({
			blocked: 1,
			problems: [],
		});
	});

	it('finds one more', () => {
		const { problems } = blocked(requestOf(429), requestOf(429), requestOf(429), requestOf(200));
		expect(problems).toEqual(['soak-1 (Person by CPF): 1 requests after a block']);
	});

	it('takes a missing slot for none, unless the account is blocked by then', () => {
		const unit = 'b2bPersonEnrichNow 10000001';
		const call = requestOf(429, {
			endpoint: 'b2bPersonEnrichNow',
			body: { contato: { id_pessoa: 10000001 } },
			time: 5,
		});
		const calls = [call, call, call, call];
		expect(sentAfterBlocks(calls, [startOf(unit)], []).blocked).toBe(0);
		expect(sentAfterBlocks(calls, [startOf(unit)], [{ from: 4, to: 6 }]).problems).toHaveLength(1);
	});
});
