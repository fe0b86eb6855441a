import { limits } from '../../contract/model/limits';
import { until } from '../support/until';
import { clientOf, useSandbox } from './support';

const bench = useSandbox();
const NOW = '/b2b/companies/enrich/sync';
const FULL = 1_000_000;
const balance = (): number => bench.sandbox.ledger.balance('b2b');
const company = (i = 1) => ({ id_empresa: bench.sandbox.companies.id(i) });

const enrich = async (body: object = company(), key?: string) =>
	await bench.http.post(NOW, body, { headers: key === undefined ? {} : { 'Idempotency-Key': key } });

/** Starts a call that is held, and waits until the sandbox holds it. */
async function held(body: object = company(), key?: string) {
	const before = bench.sandbox.ledger.charged();
	const answer = enrich(body, key);
	await until(() => bench.sandbox.ledger.charged() > before);
	return { answer };
}

describe('POST /b2b/companies/enrich/sync', () => {
	it('drops unknown names, e-mail among them, and charges by the known ones', async () => {
		const { companies } = bench.sandbox;
		const body = { cnpj: companies.cnpj(1), company_id: companies.id(2), email: 'a@example.com' };
		const { status, data } = await enrich(body);
		expect(status).toBe(200);
		expect(data.contatos[0].detalhes_contato.id_empresa).toBe(companies.id(1));
		expect(bench.sandbox.requests.last).toMatchObject({
			unknownFields: ['contato.company_id', 'contato.email'],
			charged: 1,
		});
	});
});

describe('a slow record', () => {
	it('is answered with 202 after 50 seconds, goes on and stays debited', async () => {
		bench.sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: 60 });
		const { answer } = await held();
		await bench.sandbox.clock.advance(limits.holdSeconds * 1000);
		const { status, data, headers } = await answer;
		expect(status).toBe(202);
		expect(data).toMatchObject({ status: 'processing', concluido: false, aguardou_segundos: 50 });
		expect(data).not.toHaveProperty('contatos');
		expect(headers['retry-after']).toBe('10');
		expect(headers['cache-control']).toBe('no-store');
		expect(balance()).toBe(FULL - 1);
		await bench.sandbox.clock.advance(10_000);
		const { data: later } = await bench.http.get(headers.location as string);
		expect(later).toMatchObject({ status: 'completed', sucesso: 1 });
		expect(balance()).toBe(FULL - 1);
	});

	it('takes a slot: one call more is answered with 429, Retry-After 5 and no debit', async () => {
		bench.sandbox.set({ syncSlots: 1, slowEveryNthRecord: 1, slowRecordSeconds: 60 });
		const { answer } = await held();
		const { status, headers } = await enrich(company(2));
		expect([status, headers['retry-after']]).toEqual([429, '5']);
		expect(balance()).toBe(FULL - 1);
		await bench.sandbox.clock.advance(60_000);
		await answer;
		bench.sandbox.set({ slowEveryNthRecord: 0 });
		expect((await enrich(company(2))).status).toBe(200);
	});
});

describe('idempotency', () => {
	it('rule 3: executes and charges again while the first call is running', async () => {
		bench.sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: 30 });
		const first = await held(company(), 'k');
		const second = await held(company(), 'k');
		expect(balance()).toBe(FULL - 2);
		await bench.sandbox.clock.advance(30_000);
		const answers = [await first.answer, await second.answer];
		expect(answers[0].data.id_processamento).not.toBe(answers[1].data.id_processamento);
		expect(answers[1].headers).not.toHaveProperty('idempotency-replayed');
		await enrich(company(), 'k');
		expect(bench.sandbox.requests.last?.replayed).toBe(true);
	});

	it('rule 5: is bound to the account, not to its key, the body or the endpoint', async () => {
		const first = await enrich(company(1), 'k');
		expect((await enrich(company(2), 'k')).data).toEqual(first.data);
		const second = clientOf(bench.sandbox, `${bench.sandbox.apiKey}-second`);
		const person = { contato: { id_pessoa: bench.sandbox.persons.id(1) } };
		const replayed = await second.post('/b2b/persons/enrich/sync', person, {
			headers: { 'Idempotency-Key': 'k' },
		});
		expect(replayed.data).toEqual(first.data);
		expect(balance()).toBe(FULL - 1);
	});

	it('keeps no refusal', async () => {
		bench.sandbox.ledger.set('b2b', 0);
		await enrich(company(), 'k');
		bench.sandbox.ledger.set('b2b', 1);
		expect((await enrich(company(), 'k')).status).toBe(200);
	});
});
