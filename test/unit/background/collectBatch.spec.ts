import type { IDataObject } from 'n8n-workflow';

import { neutralNames } from '../../../contract/brandTerms';
import { UnknownAnswer } from '../../../core/read/answer';
import { readStatus } from '../../../core/read/batch';
import { collectBatch } from '../../../core/background/collectBatch';
import type { Service } from '../../../core/client/service';
import { Usage } from '../../../core/client/usage';
import type { RequestedContact } from '../../../core/read/identifiers';

type Collect = Parameters<typeof collectBatch>[1];

/** A service whose polls are answered with this. */
function serviceOf(answer: IDataObject = {}) {
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
		try: async () => await Promise.resolve({ status: 200, headers: {}, body: answer }),
	} as unknown as Service;
	return { service, usage, hints };
}

const contact = (value: number, ...items: readonly number[]): RequestedContact => ({
	name: 'id_pessoa',
	value,
	items,
});
const enriched = (id: number): IDataObject => ({ id_pessoa: id, status: 'completed', nome: `Ana ${id}` });
const failed = (id: number): IDataObject => ({ id_pessoa: id, status: 'failed', erro: 'why' });

/** A batch of items 0, 1 and so on, each with a contact of its own number and its records. */
async function collected(
	records: readonly IDataObject[],
	more: Partial<Collect> = {},
	raw: IDataObject = {},
) {
	const items = more.items ?? [0, 1];
	const { service, hints } = serviceOf();
	const outcome = await collectBatch(service, {
		batchId: 'b1',
		limitSeconds: 0,
		items,
		contacts: items.map((item) => contact(item, item)),
		status: readStatus({ status: 'completed', contatos: records, ...raw }),
		...more,
	});
	return { ...outcome, hints };
}

const itemsOf = (outputs: ReadonlyArray<{ readonly items: readonly number[]; readonly json: IDataObject }>) =>
	outputs.map(({ items, json }) => [items, json.outcome, json.id_pessoa ?? json.contato]);

describe('the records of a batch', () => {
	it('are output once for each of the items that asked for the same', async () => {
		const { outputs } = await collected([enriched(7)], { contacts: [contact(7, 0, 1)] });
		expect(itemsOf(outputs)).toEqual([
			[[0], 'enriched', 7],
			[[1], 'enriched', 7],
		]);
		// Not one object for both: items of n8n may be changed.
		expect(outputs[0].json).not.toBe(outputs[1].json);
	});

	it.each([
		['one that nobody asked for', [enriched(99)], 1],
		['fewer than were asked for, of nobody', [{ status: 'completed', nome: 'Ana' }], 1],
		['more than were asked for, of nobody', [98, 99, 100].map(enriched), 3],
	])('are output beside all rows: %s', async (_, records, count) => {
		const { outputs } = await collected(records);
		expect(outputs.filter(({ items }) => items.length === 0)).toHaveLength(count);
		const missing = outputs.filter(({ json }) => json.outcome === 'missing');
		expect(itemsOf(missing)).toEqual([
			[[0], 'missing', { id_pessoa: 0 }],
			[[1], 'missing', { id_pessoa: 1 }],
		]);
	});

	it('belong to the only item where the contacts are not known', async () => {
		const unknown = await collected([enriched(8), enriched(9)], { items: [4], contacts: [] });
		expect(itemsOf(unknown.outputs)).toEqual([
			[[4], 'enriched', 8],
			[[4], 'enriched', 9],
		]);
	});

	describe('of one contact', () => {
		const mail = { name: 'email', value: 'me@x.com', items: [0] };
		const one = async (records: readonly IDataObject[], asked: RequestedContact = contact(5, 0)) =>
			await collected(records, { items: [0], contacts: [asked] });

		it.each<[string, IDataObject, RequestedContact]>([
			['an ID', enriched(777), contact(5, 0)],
			[
				'an ID as it was sent',
				{ tipo_entrada: 'person_id', valor_entrada: '777', nome: 'Ana' },
				contact(5, 0),
			],
			['an email', { tipo_entrada: 'email', valor_entrada: 'other@x.com', nome: 'Ana' }, mail],
			['a document', { cnpj: '00.000.000/0001-91' }, { name: 'cnpj', value: '33000167000101', items: [0] }],
			['an ID by another name', { person_id: 77, nome: 'Ana' }, contact(5, 0)],
		])('are not its where they name another by %s', async (_, record, asked) => {
			const { outputs } = await one([record], asked);
			expect(outputs.map(({ items, json }) => [items, json.outcome])).toEqual([
				[[], expect.any(String)],
				[[0], 'missing'],
			]);
		});

		it('are told from one that names another', async () => {
			const { outputs } = await one([enriched(777), enriched(5)]);
			expect(itemsOf(outputs)).toEqual([
				[[], 'enriched', 777],
				[[0], 'enriched', 5],
			]);
		});

		it.each<[string, IDataObject, RequestedContact]>([
			['nothing', { nome: 'Ana' }, contact(5, 0)],
			[
				'a masked document',
				{ documento: '***.222.333-**', nome: 'Ana' },
				{ name: 'cpf', value: '52998224725', items: [0] },
			],
			[
				'a company within',
				{ nome: 'Ana', empresa: { id_empresa: 9, cnpj: '33000167000101' } },
				contact(5, 0),
			],
			[
				'its ID beside that of another within',
				{ id_pessoa: 5, nome: 'Ana', gestor: { id_pessoa: 9 } },
				contact(5, 0),
			],
			[
				'another within, beside its document',
				{ cpf: '52998224725', nome: 'Ana', gestor: { id_pessoa: 9 } },
				contact(5, 0),
			],
			['an ID as text', { id_pessoa: '05', nome: 'Ana' }, contact(5, 0)],
			['a number of another kind', { id_empresa: 9, valor_entrada: '9', nome: 'X' }, contact(5, 0)],
			[
				'a number of a kind that is told',
				{ tipo_entrada: 'company_id', valor_entrada: 9, nome: 'X' },
				{ name: 'cnpj', value: '33000167000101', items: [0] },
			],
			['a person of an email', { id_pessoa: 9, valor_entrada: 'ME@X.com', nome: 'Ana' }, mail],
			['emails that were found', { detalhes_contato: { emails: [{ email: 'a@b.c' }] } }, mail],
			['an email that was found', { detalhes_contato: { email: 'a@b.c' } }, mail],
			[
				'a document in another spelling',
				{ cnpj: '33.000.167/0001-01', nome: 'X' },
				{ name: 'cnpj', value: '33000167000101', items: [0] },
			],
			[
				'an address in another spelling',
				{ valor_entrada: 'https://www.Social.example/in/ana/', nome: 'Ana' },
				{ name: 'url_social', value: 'social.example/in/ana', items: [0] },
			],
			['an ID where an email was asked for', { valor_entrada: '7', id_pessoa: 7, nome: 'Ana' }, mail],
		])('are its where they name %s', async (_, record, asked) => {
			const { outputs } = await one([record], asked);
			expect(outputs.map(({ items, json }) => [items, json.outcome])).toEqual([[[0], 'enriched']]);
		});
	});

	describe('of which one contact has several', () => {
		it('are all output', async () => {
			const { outputs } = await collected([enriched(0), enriched(0), enriched(1)]);
			expect(itemsOf(outputs)).toEqual([
				[[0], 'enriched', 0],
				[[0], 'enriched', 0],
				[[1], 'enriched', 1],
			]);
		});

		it('are not those of nobody', async () => {
			const records = [enriched(77), enriched(78), failed(79), enriched(0)];
			const { outputs } = await collected(records);
			expect(itemsOf(outputs).slice(0, 4)).toEqual([
				[[], 'enriched', 77],
				[[], 'enriched', 78],
				[[], 'failed', 79],
				[[0], 'enriched', 0],
			]);
		});
	});

	it('of several items stay together where the contacts are not known', async () => {
		const { outputs } = await collected([enriched(8)], { items: [4, 5], contacts: [] });
		expect(itemsOf(outputs)).toEqual([[[4, 5], 'enriched', 8]]);
	});

	it('of another run of the execution are left to that', async () => {
		const part = { items: [0, 1], contactsAre: 'some' as const };
		const { outputs } = await collected([enriched(0), enriched(8), enriched(77)], part);
		expect(itemsOf(outputs)).toEqual([
			[[0], 'enriched', 0],
			[[1], 'missing', { id_pessoa: 1 }],
		]);
	});

	it('are missing for each item of a known contact where it has none', async () => {
		const { outputs, hints } = await collected([], {
			items: [0, 1, 2],
			contacts: [contact(0, 0), contact(1, 1, 2)],
		});
		expect(outputs).toEqual(
			[0, 1, 1].map((id, item) => ({
				json: { id_processamento: 'b1', outcome: 'missing', contato: { id_pessoa: id } },
				items: [item],
			})),
		);
		expect(hints).toEqual(['Batch b1 is complete, but the service returned no records.']);
	});

	it.each<[string, IDataObject]>([
		['under a name of its own', { empresas: [enriched(0), enriched(1)], criado: 1 }],
		['in lists', { contatos: [[enriched(0)], [enriched(1)]] }],
		['as text that is no JSON', { contatos: 'Ana 0; Ana 1' }],
	])('are output as they come where they are of no known shape: %s', async (_, raw) => {
		const status = readStatus({ status: 'completed', ...raw });
		const { outputs, problems } = await collected([], { status });
		expect(outputs).toEqual([]);
		expect(problems).toEqual([{ items: [0, 1], error: expect.any(UnknownAnswer) }]);
		expect(problems[0].error).toMatchObject({ raw, about: { batchId: 'b1' } });
	});

	it('are its status where it has none and no contact is known', async () => {
		const { problems } = await collected([], { contacts: [] });
		expect(problems[0].error).toMatchObject({ raw: { status: 'completed', contatos: [] } });
	});
});

describe('a batch that is not there yet', () => {
	const wait = async (answer: IDataObject, more: Partial<Collect> = {}) => {
		const { service, usage, hints } = serviceOf(answer);
		const items = [0, 1];
		const contacts = items.map((item) => contact(item, item));
		const outcome = await collectBatch(service, {
			batchId: 'b1',
			limitSeconds: 0,
			firstPollMs: 0,
			items,
			contacts,
			...more,
		});
		return { ...outcome, usage, hints };
	};

	it('is an error of all its items when the time is up', async () => {
		const { outputs, problems, usage, hints } = await wait({ status: 'processing' });
		expect(outputs).toEqual([]);
		expect(problems).toEqual([{ items: [0, 1], error: expect.any(Error) }]);
		expect(problems[0].error).toMatchObject({
			message: "Batch b1 isn't complete",
			advice: expect.stringMatching(/^It keeps running, .* with the batch ID b1\.$/),
		});
		expect([usage.refunded, hints]).toEqual([0, []]);
	});

	it('is refunded as a whole when it failed without records', async () => {
		const { problems, usage, hints } = await wait({ status: 'failed', erro: 'why' });
		expect(problems[0].items).toEqual([0, 1]);
		expect([usage.refunded, hints]).toEqual([2, []]);
	});

	it('is not taken for failed by an answer that says nothing about it', async () => {
		const { problems, usage } = await wait({ status: 'error', message: 'temporarily unavailable' });
		expect(problems).toMatchObject([{ items: [0, 1], error: { outcome: 'waiting' } }]);
		expect(usage.refunded).toBe(0);
	});

	it('is not taken for refunded where only records of another run came back', async () => {
		const answer = { status: 'failed', total_registros: 4, contatos: [enriched(7), enriched(8)] };
		const { outputs, problems, usage } = await wait(answer, { contactsAre: 'some' });
		expect([outputs, usage.refunded]).toEqual([[], 0]);
		expect(problems).toMatchObject([{ items: [0, 1], error: { outcome: 'uncertain' } }]);
	});

	it.each([{ status: 'failed', sucesso: 2, falhou: 0 }])(
		'is not taken for refunded where nothing says so: %j',
		async (answer) => {
			const { problems, usage } = await wait(answer);
			expect(problems).toMatchObject([{ items: [0, 1], error: { outcome: 'uncertain' } }]);
			expect(usage.refunded).toBe(0);
		},
	);

	it.each([
		{ id_processamento: 'B1', contatos: [] },
		{ id_processamento: 'b2', contatos: [enriched(0), enriched(7)] },
		{ id_processamento: 'b2', contatos: [{ nome: 'Ana' }, { nome: 'Bia' }] },
	])('has ended where its ID or a record is its own: %j', async (answer) => {
		const { problems } = await wait({ status: 'completed', ...answer });
		expect(problems).toEqual([]);
	});

	it('that failed with records has those, and the error is that of the other items', async () => {
		const { outputs, problems, usage, hints } = await wait({
			status: 'failed',
			contatos: [enriched(1)],
		});
		expect(itemsOf(outputs)).toEqual([[[1], 'enriched', 1]]);
		expect(problems.map(({ items }) => items)).toEqual([[0]]);
		expect(usage.refunded).toBe(1);
		expect(hints).toEqual([
			'The service could not process batch b1. Failed records are refunded. Run it again later.',
		]);
		const all = await wait({ status: 'failed', contatos: [enriched(1), enriched(0), enriched(0)] });
		expect([all.problems, all.usage.refunded]).toEqual([[], 0]);
	});
});
