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
			word: 'completed',
			isOfBatch: true,
			isRunning: false,
			isRefunded: false,
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
	])('is that of a batch that failed: %j', (raw, reason) => {
		expect(readStatus(raw)).toMatchObject({ state: 'failed', reason });
	});

	it('has no reason while it only carries a message', () => {
		expect(readStatus({ status: 'processing', mensagem: 'Processamento iniciado' }).reason).toBeUndefined();
	});

	it.each(['erro', 'error'])('has the reason that it names beside its state: %s', (name) => {
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
		[{ status: 'expired', dados: { motivo: 'x', prazo: 3 } }, 'failed'],
		[{ status: 'cancelled', contatos: [{ id_pessoa: 1 }] }, 'completed'],
		[{ status: 'failed', contatos: [{ id_pessoa: 1 }] }, 'failed'],
		[{ contatos: [{ id_pessoa: 1 }] }, 'completed'],
		[{ status: 'whatever', contatos: [{ id_pessoa: 1 }] }, 'completed'],
		// It says that it goes on, though it shows what is done.
		[{ status: 'queued', contatos: [{ id_pessoa: 1 }] }, 'processing'],
		[{ status: 'em andamento', contatos: [{ id_pessoa: 1 }] }, 'processing'],
		[{ contatos: [{ status: 'completed' }, { status: 'processing' }] }, 'processing'],
		[{ contatos: [{ status: 'completed' }, { status: 'failed' }] }, 'completed'],
		[{ status: 'partial', concluido: false, contatos: [{ id_pessoa: 1 }] }, 'processing'],
		[{ concluido: 'false', contatos: [{ id_pessoa: 1 }] }, 'processing'],
		[{ concluido: false, dados: [{ id_pessoa: 1 }] }, 'processing'],
		[{ status: 'processing', dados: { contatos: [{ id_pessoa: 1 }] } }, 'processing'],
		[{ concluido: 'true' }, 'completed'],
		[{ concluido: ' True ' }, 'completed'],
		[{ status: 'queued', concluido: true }, 'completed'],
		[{ status: 'done' }, 'processing'],
		[{ id_processamento: 'b1', status: 'done' }, 'completed'],
		[{ falhou: 0, status: 'Concluído' }, 'completed'],
		[{ status: 'success' }, 'processing'],
		[{ status: 'done', concluido: false }, 'processing'],
		[{ status: 'success', completados: 1, total_registros: 3 }, 'processing'],
		[{ status: 'success', completados: 3, total_registros: 3 }, 'completed'],
		// So do its counts, whatever its word.
		[{ status: 'partial', completados: 1, total_registros: 2, contatos: [{ id_pessoa: 1 }] }, 'processing'],
		[{ completados: 1, total: 2, contatos: [{ id_pessoa: 1 }] }, 'processing'],
		[{ status: 'partial', completados: 2, total_registros: 2, contatos: [{ id_pessoa: 1 }] }, 'completed'],
		[{ contatos: [] }, 'processing'],
		[{}, 'processing'],
	])('of %j the state is %s', (raw, state) => {
		expect(readStatus(raw).state).toBe(state);
	});

	it.each<[object, boolean]>([
		[{ status: 'failed' }, true],
		[{ status: 'failed', sucesso: 0, falhou: 0 }, true],
		[{ status: 'erro', sucesso: 1, contatos: [{ status: 'completed' }, { status: 'failed' }] }, true],
		// Its counts contradict it.
		[{ status: 'failed', sucesso: 2, falhou: 0 }, false],
		[{ status: 'failed', sucesso: 1, contatos: [{ status: 'failed' }] }, false],
		[{ status: 'failed', sucesso: 1, contatos: [{ valor_entrada: '1', erro: 'why' }] }, false],
		[{ status: 'failed', sucesso: 1, contatos: [{ valor_entrada: '1', status: 'completed' }] }, true],
		[{ status: 'failed', completados: 2, falhou: 0 }, false],
		[{ status: 'failed', completados: 2, falhou: 1 }, false],
		[{ status: 'failed', completados: 2, falhou: 2 }, true],
		[{ status: 'failed', total_registros: 2, falhou: 0 }, false],
		[{ status: 'failed', completados: 1, total_registros: 2, falhou: 1 }, false],
		[{ status: 'failed', total_registros: 2, falhou: 1, contatos: [{ id_pessoa: 1, nome: 'Ana' }] }, true],
		[{ status: 'failed', total_registros: 2, completados: 2 }, true],
		[{ status: 'failed', rota: { enriched: 1 } }, false],
		[{ status: 'failed', rota: { already_complete: 1 } }, false],
		[{ status: 'failed', rota: { enriched: 1 }, contatos: [{ id_pessoa: 1, nome: 'Ana' }] }, true],
		[{ status: 'failed', rota: { enriched: 0, already_complete: 0 } }, true],
		...['expired', 'timeout', 'not found', 'refused', 'cancelado'].map((status): [object, boolean] => [
			{ status },
			false,
		]),
		[{ status: 'completed', falhou: 2 }, false],
	])('of %j tells whether it was refunded: %s', (raw, isRefunded) => {
		expect(readStatus(raw).isRefunded).toBe(isRefunded);
	});

	it.each<[unknown, boolean]>([
		...[
			...['id_processamento', 'erro', 'completados', 'total_registros', 'total', 'sucesso', 'falhou'],
			...['quantidade', 'url_webhook'],
		].map((name): [unknown, boolean] => [{ status: 'failed', [name]: 3 }, true]),
		[{ status: 'failed', concluido: false }, true],
		[{ status: 'failed', contatos: [] }, true],
		[{ status: 'failed', dados: [{ status: 'failed', valor_entrada: '1' }] }, true],
		[{ status: 'error', data: { id_processamento: 'b1' } }, true],
		[{ status: 'error', message: 'temporarily unavailable' }, false],
		[{ status: 'error', code: 500, detail: 'x', sucesso: false, data: { trace: 'x' } }, false],
		[{ status: 'failed', id_processamento: null, erro: null, concluido: null }, false],
		[[], false],
	])('of %j tells whether it is about a batch: %s', (raw, isOfBatch) => {
		expect(readStatus(raw).isOfBatch).toBe(isOfBatch);
	});

	it.each<[object, boolean]>([
		[{ status: 'processing' }, true],
		[{ status: 'na fila' }, true],
		[{ concluido: false }, true],
		[{}, false],
		[{ status: 'whatever' }, false],
		[{ status: 'completed', concluido: false }, false],
	])('of %j says that it goes on: %s', (raw, isRunning) => {
		expect(readStatus(raw).isRunning).toBe(isRunning);
	});

	it.each([[null], [undefined], ['text'], [[]], [42]])('does not break on %j', (body) => {
		expect(readStatus(body)).toMatchObject({ state: 'processing', records: [], raw: {} });
	});
});

describe('the records of a batch', () => {
	const [ana, bia] = [
		{ status: 'completed', id_pessoa: 1, nome: 'Ana' },
		{ status: 'completed', id_pessoa: 2, nome: 'Bia' },
	];
	const both = [ana, bia];
	const closed = { concluido: true, status: 'completed', total_registros: 2, sucesso: 2, falhou: 0 };
	const named = { id_processamento: 'b1', ...closed };

	it.each<[string, unknown]>([
		['are where they are specified', { ...named, contatos: both }],
		['have the name of other lists', { ...named, dados: both }],
		['have another of those names', { ...named, resultados: both, contatos: [] }],
		[
			'are in a wrapper with the status, beside the ID',
			{ id_processamento: 'b1', dados: { ...closed, contatos: both } },
		],
		['are in a wrapper, beside the status', { ...named, data: { contatos: both } }],
		['are a list in a wrapper, beside the status', { ...named, data: { results: both } }],
		['are in wrappers', { sucesso: true, data: { data: { ...named, contatos: both } } }],
		['are text', { ...named, contatos: JSON.stringify(both) }],
		['are text in a wrapper', { ...named, dados: { contatos: ` ${JSON.stringify(both)}` } }],
		['are in a text', JSON.stringify({ ...named, contatos: both })],
	])('are found where they %s', (_, body) => {
		expect(readStatus(body)).toMatchObject({
			id: 'b1',
			state: 'completed',
			total: 2,
			refunded: 0,
			records: both,
		});
	});

	it.each<[unknown, object[]]>([
		[both, both],
		[[ana], [ana]],
		[JSON.stringify(both), both],
		[{ dados: both }, both],
		[{ pedido: 'x', dados: both }, both],
		[
			[{ status: 'failed' }, { status: 'completed' }],
			[{ status: 'failed' }, { status: 'completed' }],
		],
	])('are complete as a bare list: %j', (body, records) => {
		expect(readStatus(body)).toMatchObject({ state: 'completed', records });
	});

	it('are a single object in a wrapper where it says that it is complete', () => {
		expect(readStatus({ ...named, dados: ana })).toMatchObject({ state: 'completed', records: [ana] });
		expect(readStatus({ sucesso: true, dados: ana })).toMatchObject({
			state: 'completed',
			records: [ana],
			raw: ana,
		});
		const own = { ...ana, status: 'processing', resultado: { nota: 3 } };
		expect(readStatus({ ...named, dados: own })).toMatchObject({ state: 'completed', records: [own] });
		const progress = { estado: 'em andamento', progresso: 50 };
		expect(readStatus({ dados: progress })).toMatchObject({ state: 'processing', records: [] });
	});

	it('are those that are done while it goes on', () => {
		const contatos = [ana, { id_pessoa: 2, status: 'processing', nome: 'B' }, { id_pessoa: 3 }];
		expect(readStatus({ status: 'processing', contatos }).records).toEqual([ana]);
		expect(readStatus({ status: 'completed', contatos }).records).toEqual(contatos);
	});

	it.each([
		{ ...named, contatos: 'no JSON' },
		{ ...named, contatos: '42', dados: '"a"' },
		{ ...named, contatos: '[{"id_pessoa": 1' },
		{ ...named, dados: [1, 'a', null] },
		{ ...named, dados: [{ status: 'completed' }] },
		{ ...named, dados: { mensagem: 'ok' } },
		{ ...named, rota: { enriched: 2 } },
	])('are none in %j', (body) => {
		expect(readStatus(body)).toMatchObject({ id: 'b1', state: 'completed', records: [], raw: body });
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
