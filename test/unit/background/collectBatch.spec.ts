import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { neutralNames } from '../../../contract/brandTerms';
import { collectBatch } from '../../../core/background/collectBatch';
import { explained } from '../../../core/client/explain';
import { ServiceFailure } from '../../../core/client/failure';
import type { Service } from '../../../core/client/service';
import { Usage } from '../../../core/client/usage';
import { UnknownAnswer } from '../../../core/read/answer';
import type { RequestedContact } from '../../../core/read/contacts';

type Collect = Parameters<typeof collectBatch>[1];

const contact = (value: number, ...items: readonly number[]): RequestedContact => ({
	name: 'id_pessoa',
	value,
	items,
});
const enriched = (id: number): IDataObject => ({ id_pessoa: id, status: 'completed', nome: `Ana ${id}` });
const failed = (id: number): IDataObject => ({ id_pessoa: id, status: 'failed', erro: 'why' });

/** What becomes of a batch of items 0, 1 and so on, each with a contact of its own number, by this status. */
async function collected(answer: IDataObject | Error, more: Partial<Collect> = {}) {
	const hints: string[] = [];
	const usage = new Usage({});
	const service = {
		session: {
			usage,
			hint: (text: string) => void hints.push(text),
			connection: { brandTerms: neutralNames, redact: (text: string) => text },
			tell: () => undefined,
			sleep: async () => await Promise.resolve(),
		},
		try: async () => {
			if (answer instanceof Error) throw answer;
			return await Promise.resolve({ status: 200, headers: {}, body: answer });
		},
	} as unknown as Service;
	const items = more.items ?? [0, 1];
	const contacts = items.map((item) => contact(item, item));
	const batch = { batchId: 'b1', limitSeconds: 0, firstPollMs: 0, items, contacts, ...more };
	const { outputs, problems } = await collectBatch(service, batch);
	const told = outputs.map(
		({ items: [...own], json }) => `${own.join()} ${String(json.outcome)} ${whose(json)}`,
	);
	return { outputs, problems, usage, hints, told };
}
const whose = ({ id_pessoa, contato }: IDataObject): string =>
	String(id_pessoa ?? (contato as IDataObject | undefined)?.id_pessoa ?? '');
const complete = (...records: IDataObject[]): IDataObject => ({ status: 'completed', contatos: records });

const ofAnotherRun = { items: [0], contacts: [contact(0, 0), contact(8), contact(9)] };
const twoKnown = { items: [0, 1], contacts: [contact(0, 0), contact(1, 1), contact(8)] };
interface Counts {
	readonly refunded?: number;
	readonly empty?: number;
	readonly unpaired?: number;
}

it.each<[string, IDataObject[], Partial<Collect>, told: string[], Counts?]>([
	['go to the items that asked', [enriched(1), enriched(0)], {}, ['1 enriched 1', '0 enriched 0']],
	[
		'go to all that asked the same',
		[enriched(7)],
		{ contacts: [contact(7, 0, 1)] },
		['0 enriched 7', '1 enriched 7'],
	],
	[
		'count as failed and refunded, as empty, or as of nobody',
		[failed(0), { id_pessoa: 1, status: 'completed' }, enriched(99)],
		{ items: [0, 1, 2] },
		['0 failed 0', '1 empty 1', ' enriched 99', '2 missing 2'],
		{ refunded: 1, empty: 1, unpaired: 1 },
	],
	[
		'of nobody stand beside all rows',
		[enriched(99)],
		{},
		[' enriched 99', '0 missing 0', '1 missing 1'],
		{ unpaired: 1 },
	],
	[
		'that are more than were asked for, too',
		[98, 99, 100].map(enriched),
		{},
		[' enriched 98', ' enriched 99', ' enriched 100', '0 missing 0', '1 missing 1'],
		{ unpaired: 3 },
	],
	[
		'are missing for each item of a contact',
		[],
		{ items: [0, 1, 2], contacts: [contact(0, 0), contact(1, 1, 2)] },
		['0 missing 0', '1 missing 1', '2 missing 1'],
	],
	[
		'belong to all items of unknown contacts',
		[enriched(8)],
		{ items: [4, 5], contacts: [] },
		['4,5 enriched 8'],
	],
	[
		'of one contact are all its',
		[enriched(0), enriched(0), enriched(1)],
		{},
		['0 enriched 0', '0 enriched 0', '1 enriched 1'],
	],
	// All of our own are found, so what is of nobody is not ours.
	['of another run are left to it', [enriched(0), enriched(8), enriched(77)], ofAnotherRun, ['0 enriched 0']],
	[
		'may be ours',
		[enriched(8), enriched(77)],
		ofAnotherRun,
		[' enriched 77', '0 missing 0'],
		{ unpaired: 1 },
	],
	[
		'may be ours as long as one is missing',
		[enriched(0), enriched(77)],
		twoKnown,
		['0 enriched 0', ' enriched 77', '1 missing 1'],
		{ unpaired: 1 },
	],
])('the records of a batch %s', async (_, records, more, told, { refunded = 0, ...counts } = {}) => {
	const { usage, problems, outputs, ...got } = await collected(complete(...records), more);
	expect([got.told, problems]).toEqual([told, []]);
	const returned = told.filter((text) => !text.includes('missing')).length;
	const shared = more.contacts?.length === 1 ? 1 : 0;
	expect(usage.records).toEqual({
		returned: returned - shared,
		empty: 0,
		unpaired: 0,
		repeated: 0,
		...counts,
	});
	expect(usage.refunded).toBe(refunded);
	// The record of nobody may be its.
	const missing = outputs.find(({ json }) => json.outcome === 'missing')?.json;
	if (missing !== undefined) expect('reason' in missing).toBe(counts.unpaired !== undefined);
	// Not one object for several items: items of n8n may be changed.
	expect(new Set(outputs.map(({ json }) => json)).size).toBe(outputs.length);
});

describe('a record of a batch of one contact', () => {
	const mail = { name: 'email', value: 'me@x.com', items: [0] };
	const isIts = async (record: IDataObject, asked: RequestedContact): Promise<boolean> => {
		const { outputs } = await collected(complete(record), { items: [0], contacts: [asked] });
		return outputs.every(({ items }) => items.length === 1);
	};

	it.each<[IDataObject, RequestedContact]>([
		[{ tipo_entrada: 'person_id', valor_entrada: '777', nome: 'Ana' }, contact(5, 0)],
		[{ tipo_entrada: 'email', valor_entrada: 'other@x.com', nome: 'Ana' }, mail],
		[{ person_id: 77, nome: 'Ana' }, contact(5, 0)],
	])('is not its where it names another: %j', async (...of) => expect(await isIts(...of)).toBe(false));

	it.each<[IDataObject, RequestedContact]>([
		[{ nome: 'Ana' }, contact(5, 0)],
		[{ nome: 'Ana', empresa: { id_empresa: 9, cnpj: '33000167000101' } }, contact(5, 0)],
		[{ id_pessoa: 5, nome: 'Ana', gestor: { id_pessoa: 9 } }, contact(5, 0)],
		[{ id_empresa: 9, valor_entrada: '9', nome: 'X' }, contact(5, 0)],
		[{ id_pessoa: 9, valor_entrada: 'ME@X.com', nome: 'Ana' }, mail],
		[{ detalhes_contato: { emails: [{ email: 'a@b.c' }] } }, mail],
	])('is its otherwise: %j', async (...of) => expect(await isIts(...of)).toBe(true));
});

it.each<IDataObject>([
	{ status: 'completed', empresas: [enriched(0), enriched(1)], criado: 1 },
	{ status: 'completed', contatos: 'Ana 0; Ana 1' },
])('records of no known shape come out as they are: %j', async (raw) => {
	const { outputs, problems } = await collected(raw);
	expect([outputs, problems]).toEqual([[], [{ items: [0, 1], error: expect.any(UnknownAnswer) }]]);
	expect(problems[0].error).toMatchObject({ raw, about: { batchId: 'b1' } });
});

it('records that failed are errors of their items where the user wants that', async () => {
	const answer = complete(failed(0), enriched(1));
	const { told, problems } = await collected(answer, { ifRecordFails: 'error' });
	expect(told).toEqual(['1 enriched 1']);
	expect(problems.map(({ items, error }) => [items, explained(error)])).toEqual([
		[[0], 'The service could not enrich this record: "why". Its credit was refunded.'],
	]);
	expect((await collected(answer, { ifRecordFails: 'output' })).problems).toEqual([]);
});

const FAILED = { status: 'failed', erro: 'why' };
it.each<
	[string, IDataObject, Partial<Collect>, told: string[], failed: number[], outcome: string, refunded: number]
>([
	['is waited for', { status: 'processing' }, {}, [], [0, 1], 'waiting', 0],
	['says nothing yet', { status: 'error', message: 'unavailable' }, {}, [], [0, 1], 'waiting', 0],
	['failed', FAILED, {}, [], [0, 1], 'failed', 2],
	['of another run failed', FAILED, ofAnotherRun, [], [0], 'failed', 1],
	['is not said to be refunded', { status: 'failed', sucesso: 2, falhou: 0 }, {}, [], [0, 1], 'uncertain', 0],
	// A record of nobody may be that of any; one that failed was not charged either.
	[
		'has a record of nobody',
		{ ...FAILED, sucesso: 1, contatos: [{ status: 'completed', nome: 'Ana' }] },
		{},
		[' enriched '],
		[0, 1],
		'uncertain',
		0,
	],
	[
		'has a failed one of nobody',
		{ ...FAILED, contatos: [{ status: 'failed' }] },
		{},
		[' failed '],
		[0, 1],
		'failed',
		2,
	],
	['failed with records', { ...FAILED, contatos: [enriched(1)] }, {}, ['1 enriched 1'], [0], 'failed', 1],
])('a batch that %s', async (_, answer, more, told, items, outcome, refunded) => {
	const { usage, problems, hints, ...got } = await collected(answer, more);
	expect([got.told, problems]).toMatchObject([told, [{ items, error: { outcome } }]]);
	expect(usage.refunded).toBe(refunded);
	expect(hints).toHaveLength(told.length > 0 ? 1 : 0);
});

it('a batch that cannot be read is an error of its items, and nothing is refunded', async () => {
	const failure = new ServiceFailure({ kind: 'unauthorized', endpoint: endpoints.batchStatus });
	const { problems, usage } = await collected(failure, { ifRecordFails: 'error' });
	expect(problems[0].error).toMatchObject({
		message: expect.stringMatching(/^Batch b1: The service did not accept the API key/),
		advice: expect.stringMatching(/^Check the API key in the credential\. .* with the batch ID b1\.$/),
	});
	expect(usage.refunded).toBe(0);
});
