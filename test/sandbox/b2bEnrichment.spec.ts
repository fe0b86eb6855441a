import { useSandbox } from './support';

const bench = useSandbox();
const BULK = '/b2b/persons/enrich/bulk';
const balance = (): number => bench.sandbox.ledger.balance('b2b');
const FULL = 1_000_000;

interface Row {
	readonly valor_entrada: string;
	readonly status: string;
	readonly erro?: string;
	readonly detalhes_contato: { readonly informacoes_basicas: { readonly id_pessoa: number } } | null;
}

const personIds = (count: number): number[] =>
	Array.from({ length: count }, (_, i) => bench.sandbox.persons.id(i));
const contacts = (count: number) => ({ contatos: personIds(count).map((id) => ({ id_pessoa: id })) });
const submit = async (body: object, path = BULK) => await bench.http.post(path, body);
const status = async (id: string) => await bench.http.get(`/b2b/status/${id}`);

/** Submits a batch, lets it end and reads its status record. */
async function finished(body: object, path = BULK) {
	const { data } = await submit(body, path);
	await bench.sandbox.clock.advance(2000);
	return (await status(data.id_processamento)).data;
}

describe('states rule 1: while processing', () => {
	it('shows completados of total_registros and no contatos', async () => {
		const { data } = await submit(contacts(100));
		await bench.sandbox.clock.advance(1000);
		const { data: record } = await status(data.id_processamento);
		expect(record).toMatchObject({
			status: 'processing',
			concluido: false,
			completados: 50,
			total_registros: 100,
		});
		expect(record).not.toHaveProperty('contatos');
		expect(record).not.toHaveProperty('timestamp');
	});
});

describe('credit rule 3: 1 credit per record, refunded when it fails', () => {
	it('debits all records at once and gives back those in falhou', async () => {
		bench.sandbox.set({ failEveryNthRecord: 4 });
		const { data } = await submit(contacts(10));
		expect(balance()).toBe(FULL - 10);
		await bench.sandbox.clock.advance(2000);
		const { data: record } = await status(data.id_processamento);
		expect(record).toMatchObject({ status: 'completed', concluido: true, sucesso: 8, falhou: 2 });
		expect(record.rota.enriched + record.rota.already_complete).toBe(8);
		expect(record.timestamp).toBe(bench.sandbox.clock.now() / 1000);
		expect(balance()).toBe(FULL - 8);
		expect(bench.sandbox.requests.of('b2bPersonEnrichBatch')[0]).toMatchObject({ charged: 10, refunded: 2 });
		const failed = (record.contatos as Row[]).filter((row) => row.status === 'failed');
		expect(failed).toHaveLength(2);
		expect(failed[0]).toMatchObject({ erro: expect.any(String), detalhes_contato: null });
	});

	it('charges contacts without a recognized name, and tells of them in the log', async () => {
		const body = { contatos: [{ person_id: bench.sandbox.persons.id(1) }] };
		const record = await finished(body);
		expect(record).toMatchObject({ sucesso: 1, contatos: [{ valor_entrada: null, detalhes_contato: null }] });
		expect(balance()).toBe(FULL - 1);
		expect(bench.sandbox.requests.of('b2bPersonEnrichBatch')[0].unknownFields).toEqual([
			'contatos[0].person_id',
		]);
	});
});

describe('rows of a result', () => {
	it('come in another order than they were sent, and name what they are for', async () => {
		const record = await finished(contacts(20));
		const values = (record.contatos as Row[]).map((row) => row.valor_entrada);
		expect(values).not.toEqual(personIds(20).map(String));
		expect([...values].sort()).toEqual(personIds(20).map(String).sort());
		for (const row of record.contatos as Row[]) {
			expect(String(row.detalhes_contato?.informacoes_basicas.id_pessoa)).toBe(row.valor_entrada);
		}
	});
});

describe('a batch that fails as a whole', () => {
	it('for insufficient credit is accepted, fails with erro and without contatos, and costs nothing', async () => {
		bench.sandbox.ledger.set('b2b', 2);
		const record = await finished(contacts(3));
		expect(record).toMatchObject({
			status: 'failed',
			concluido: true,
			erro: 'insufficient_credits',
			falhou: 3,
		});
		expect(record).not.toHaveProperty('contatos');
		expect(balance()).toBe(2);
	});
});
