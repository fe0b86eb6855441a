import { batchIdIn, readStatus } from '../../../core/background/batchStatus';

describe('the status record', () => {
	it('is read as the specification shows it', () => {
		const raw = {
			id_processamento: 'b1',
			concluido: true,
			status: 'completed',
			completados: 3,
			total_registros: 3,
			sucesso: 2,
			falhou: 1,
			contatos: [{ status: 'completed' }, { status: 'failed' }],
		};
		expect(readStatus(raw)).toEqual({
			id: 'b1',
			state: 'completed',
			done: 3,
			total: 3,
			succeeded: 2,
			refunded: 1,
			reason: undefined,
			records: raw.contatos,
			raw,
		});
	});

	it('takes numbers written as text, and an ID that is a number', () => {
		const status = readStatus({
			id_processamento: 77,
			completados: '4',
			total_registros: '10',
			sucesso: '3',
			falhou: '1',
		});
		expect(status).toMatchObject({ id: '77', done: 4, total: 10, succeeded: 3, refunded: 1 });
	});

	it('takes a list of one for the record itself', () => {
		expect(readStatus([{ id_processamento: 'b1', status: 'failed', erro: 'why' }])).toMatchObject({
			id: 'b1',
			state: 'failed',
			reason: 'why',
		});
	});

	it.each([
		[{ status: 'error', erro: 'why' }, 'why'],
		[{ status: 'FAILED', error: { code: 'x', description: 'why' } }, 'why'],
		[{ status: 'falhou', mensagem: 'why' }, 'why'],
		[{ status: 'failed', errors: [{ message: 'why' }] }, 'why'],
	])('is that of a batch that failed: %j', (raw, reason) => {
		expect(readStatus(raw)).toMatchObject({ state: 'failed', reason });
	});

	it('has no reason while it only carries a message', () => {
		expect(readStatus({ status: 'processing', mensagem: 'Processamento iniciado' }).reason).toBeUndefined();
	});

	it.each(['erro', 'error', 'errors'])('has the reason that it names beside its state: %s', (name) => {
		expect(readStatus({ status: 'processing', [name]: 'why' }).reason).toBe('why');
	});

	it('takes a single record for a list of one', () => {
		expect(readStatus({ status: 'completed', contatos: { status: 'completed' } }).records).toEqual([
			{ status: 'completed' },
		]);
	});

	it.each([
		[{ total_registros: 5, total: 9 }, 5],
		[{ total: 5 }, 5],
		[{ quantidade: 5 }, 5],
		[{ total_registros: null, total: 5 }, 5],
		[{}, undefined],
	])('finds the number of records in %j', (raw, total) => {
		expect(readStatus(raw).total).toBe(total);
	});

	it('does not take the boolean of an acknowledgement for a count', () => {
		const status = readStatus({ sucesso: true, id_processamento: 'b1', quantidade: 2 });
		expect(status).toMatchObject({ succeeded: undefined, state: 'processing', total: 2, records: [] });
	});

	it.each([
		[{ status: 'processing' }, 'processing'],
		[{ status: 'completed' }, 'completed'],
		[{ status: 'failed' }, 'failed'],
		[{ status: 'COMPLETED' }, 'completed'],
		// The word of the state counts more than the flag.
		[{ status: 'processing', concluido: true }, 'processing'],
		[{ status: 'failed', concluido: true }, 'failed'],
		[{ status: 'queued' }, 'processing'],
		[{ status: 'queued', concluido: false }, 'processing'],
		[{ status: 'finished', concluido: true }, 'completed'],
		[{ concluido: true }, 'completed'],
		[{ concluido: false }, 'processing'],
		// It has ended without a result, unless there are records.
		[{ status: 'cancelled' }, 'failed'],
		[{ status: 'cancelled', contatos: [{ id_pessoa: 1 }] }, 'completed'],
		[{ status: 'failed', contatos: [{ id_pessoa: 1 }] }, 'failed'],
		[{ status: 'queued', contatos: [{ id_pessoa: 1 }] }, 'completed'],
		[{ contatos: [] }, 'processing'],
		[{}, 'processing'],
	])('of %j the state is %s', (raw, state) => {
		expect(readStatus(raw).state).toBe(state);
	});

	it.each([[null], [undefined], ['text'], [[]], [42]])('does not break on %j', (body) => {
		expect(readStatus(body)).toMatchObject({ state: 'processing', records: [], raw: {} });
	});
});

describe('the ID of the batch that a reply is about', () => {
	const idIn = (body: unknown, location?: string) =>
		batchIdIn({ status: 202, headers: { ...(location !== undefined && { location }) }, body });

	it('is in its body', () => {
		expect(idIn({ id_processamento: 'b1' }, '/b2b/status/other')).toBe('b1');
	});

	it.each([
		['/b2b/status/b1', 'b1'],
		['/b2b/status/b1/', 'b1'],
		['https://other.example/b2b/status/b1?key=x/y', 'b1'],
		['/b2b/status/b1#x/y', 'b1'],
		['/', undefined],
		[undefined, undefined],
	])('is the end of its address: %s', (location, id) => expect(idIn({}, location)).toBe(id));
});
