import { outcomeOf, outcomesOf, recordItem } from '../../../core/output/batchRecord';
import { cpuMs } from '../../support/cpuTime';

const details = { nome: 'Ana' };

describe('the outcome of a record', () => {
	it.each([
		[{ status: 'completed', detalhes_contato: details }, 'enriched'],
		[{ status: 'completed', detalhes_contato: [details] }, 'enriched'],
		[{ detalhes_contato: details }, 'enriched'],
		// A remark beside data does not make it a failure.
		[{ detalhes_contato: details, erro: 'no phone' }, 'enriched'],
		[{ status: 'completed', detalhes_contato: null }, 'empty'],
		[{ status: 'completed', detalhes_contato: {} }, 'empty'],
		[{ status: 'completed', detalhes_contato: [] }, 'empty'],
		[{ status: 'completed' }, 'empty'],
		[{}, 'empty'],
		[{ status: 'failed' }, 'failed'],
		[{ status: 'FAILED' }, 'failed'],
		[{ status: 'error' }, 'failed'],
		[{ status: 'erro' }, 'failed'],
		[{ status: 'falhou' }, 'failed'],
		[{ status: 'falha' }, 'failed'],
		[{ status: 'failed', detalhes_contato: details }, 'failed'],
		[{ erro: 'not found' }, 'failed'],
		[{ error: 'not found' }, 'failed'],
		[{ erro: null }, 'empty'],
		[{ status: 'not_failed', detalhes_contato: details }, 'enriched'],
		// The specification leaves `detalhes_contato` out where it likes: the data may stand in the record itself.
		[{ status: 'completed', nome: 'Ana' }, 'enriched'],
		[{ status: 'completed', valor_entrada: '7', informacoes_basicas: { nome: 'Ana' } }, 'enriched'],
		[{ status: 'completed', id_pessoa: 7, emails: [{ email: 'a@b.c' }] }, 'enriched'],
		[{ status: 'completed', id_pessoa: 7, email: 'a@b.c' }, 'enriched'],
		[{ contato: { id_pessoa: 7, detalhes_contato: details } }, 'enriched'],
		[{ status: 'completed', contact: { id_pessoa: 7, emails: [{ email: 'a@b.c' }] } }, 'enriched'],
		[{ status: 'completed', contato: { email: 'a@b.c' } }, 'empty'],
		[{ status: 'completed', contato: { tipo: 'id_pessoa', valor: 7 } }, 'empty'],
		[{ contact: { type: 'email', value: 'a@b.c', nome: 'Ana' } }, 'enriched'],
		[{ status: 'completed', contato: { tipo: 'id_pessoa', valor: 7 }, email: 'a@b.c' }, 'enriched'],
		[{ status: 'completed', contato: { id_pessoa: 7 }, email: 'a@b.c' }, 'enriched'],
		[{ status: 'completed', contact: [{ cpf: '12345678909' }], email: 'a@b.c' }, 'enriched'],
		[{ status: 'completed', contato: { email: 'a@b.c' }, email: 'A@B.C' }, 'empty'],
		// Asked for by the ID, the address was found; nobody is told that it was not.
		[{ contact: { type: 'email', value: 'a@b.c' }, email: 'A@B.C', id_pessoa: 7 }, 'enriched'],
		[{ contact: { type: 'email', value: 'a@b.c' }, email: 'A@B.C' }, 'empty'],
		[
			{
				id_pessoa: 7,
				contato: [
					{ tipo: 'email', valor: 'a@b.c' },
					{ tipo: 'telefone', valor: '51999990000' },
				],
			},
			'enriched',
		],
		[{ status: 'completed', contato: [{ tipo: 'id_pessoa', valor: 7 }] }, 'empty'],
		[
			{ status: 'completed', contato: { id_pessoa: 7, status: 'completed', detalhes_contato: null } },
			'empty',
		],
		[{ status: 'completed', detalhes_contato: null, dados: { idade: 30 } }, 'enriched'],
		[{ status: 'completed', tipo_entrada: 'email', valor_entrada: 'a@b.c', email: 'A@B.C' }, 'empty'],
		[
			{
				status: 'completed',
				valor_entrada: 'social.example/in/ana',
				url_network: 'https://social.example/in/ana/',
			},
			'empty',
		],
		[{ status: 'completed', email: 'a@b.c' }, 'empty'],
		[{ status: 'completed', id_empresa: 9, cnpj: '191', message: 'ok' }, 'empty'],
		[{ status: 'completed', nome: '', emails: [], telefones: [{}], ativo: false }, 'empty'],
		[{ status: 'completed', detalhes_contato: { informacoes_basicas: {}, emails: [] } }, 'empty'],
		[{ status: 'failed', nome: 'Ana' }, 'failed'],
		[{ sucesso: false, mensagem: 'not found' }, 'failed'],
	])('%j is %s', (record, outcome) => {
		expect(outcomeOf(record)).toBe(outcome);
	});
});

describe('the count of a batch', () => {
	const odd = { status: 'whatever', mensagem: 'why' };
	const bare = { status: 'completed' };
	const data = { status: 'refunded', nome: 'Ana' };

	it.each([
		[{ records: [odd] }, ['empty']],
		[{ records: [odd], refunded: 1 }, ['failed']],
		[{ records: [{ status: 'timeout' }], refunded: 0 }, ['empty']],
		[{ records: [bare, odd, data], refunded: 1 }, ['empty', 'failed', 'enriched']],
		[{ records: [bare, { status: 'failed' }], refunded: 1 }, ['empty', 'failed']],
		// The record that has failed was not returned.
		[{ records: [bare], refunded: 1, total: 2 }, ['empty']],
		// But first it is one that looks failed.
		[{ records: [{ erro: 'why' }, bare], refunded: 1, total: 3 }, ['failed', 'empty']],
		[{ records: [{ erro: 'why' }, bare], refunded: 3, total: 3 }, ['failed', 'failed']],
		[{ records: [{ erro: 'why' }, { erro: 'why' }], refunded: 1, total: 3 }, ['failed', 'empty']],
	])('decides what records without data were: %j', (batch, outcomes) => {
		expect(outcomesOf(batch)).toEqual(outcomes);
	});
});

describe('the item of a record', () => {
	it('names its batch and its outcome, and keeps the record', () => {
		const record = { status: 'completed', valor_entrada: '7', detalhes_contato: details };
		expect(recordItem(record, 'b1')).toEqual({ id_processamento: 'b1', outcome: 'enriched', ...record });
	});

	it('leaves out a batch that is not known', () => {
		expect(recordItem({}, undefined)).toEqual({ outcome: 'empty' });
	});

	it('has the outcome that was read, whatever a record calls so', () => {
		expect(recordItem({ outcome: 'fine', status: 'failed' }, 'b1').outcome).toBe('failed');
	});
});

describe('many records', () => {
	const records = Array.from({ length: 1000 }, () => ({ status: 'unknown' }));

	it('are looked at for their reasons once each, to tell which have failed', () => {
		let looks = 0;
		const watched = records.map(({ status }, i) => ({
			status,
			get motivo() {
				looks++;
				return (i * 7919) % 1000 < 500 ? 'why' : null;
			},
		}));
		const outcomes = outcomesOf({ records: watched, refunded: 3, total: 1000 });
		expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(3);
		expect(looks).toBeLessThan(5 * watched.length);
	});

	it('with many fields become items nearly as fast as they are copied', async () => {
		const fields = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field_${i}`, `value ${i}`]));
		const wide = records.map((record) => ({ ...record, ...fields }));
		const copied = await cpuMs(() => wide.map((record) => Object.entries(record)));
		const made = await cpuMs(() => wide.map((record) => recordItem(record, 'x', 'enriched')));
		expect(made).toBeLessThan(200 + 5 * copied);
	});
});
