import { readIncoming } from '../../../nodes/PersonCompanyDataTrigger/event';

const job = { job_id: 100_001, job_type: 'prospecting', status: 'done' };

describe('what came in', () => {
	it.each([
		[job, { kind: 'prospecting', id: '100001', status: 'done' }],
		[
			{ ...job, job_id: '77', job_type: 'enrichment', status: 'error' },
			{ kind: 'enrichment', id: '77', status: 'error' },
		],
		[
			{ ...job, status: 'requested', more: [1] },
			{ kind: 'prospecting', id: '100001', status: 'requested' },
		],
		[
			{ id_processamento: 'ab-1', status: 'completed', contatos: [] },
			{ kind: 'batch', id: 'ab-1', status: 'done' },
		],
		[
			{ id_processamento: 7, status: 'failed' },
			{ kind: 'batch', id: '7', status: 'error' },
		],
		[
			{ id_processamento: '7', concluido: true },
			{ kind: 'batch', id: '7', status: 'done' },
		],
		[
			{ id_processamento: '7', completados: 3 },
			{ kind: 'batch', id: '7', status: 'requested' },
		],
	])('is an event: %j', (body, event) => {
		expect(readIncoming(body)).toEqual({ event });
	});

	it.each([
		[undefined],
		[null],
		[''],
		['job_id=1'],
		[[]],
		[[job]],
		[{}],
		[{ ...job, job_id: undefined }],
		[{ ...job, job_id: 0 }],
		[{ ...job, job_id: -1 }],
		[{ ...job, job_id: 1.5 }],
		[{ ...job, job_id: 'abc' }],
		[{ ...job, job_id: { id: 1 } }],
		[{ ...job, job_id: 1e30 }],
		[{ ...job, job_id: '9007199254740993' }],
		[{ ...job, job_type: 'deletion' }],
		[{ ...job, job_type: 'toString' }],
		[{ ...job, status: 'DONE' }],
		[{ ...job, status: ['done'] }],
		[{ status: 'completed' }],
		[{ id_processamento: '../balance', status: 'completed' }],
		[{ id_processamento: '..', status: 'completed' }],
		[{ id_processamento: 'x'.repeat(201), status: 'completed' }],
		[{ id_processamento: { a: 1 }, status: 'completed' }],
	])('is none: %j', (body) => {
		expect(readIncoming(body)).toEqual({ problem: expect.any(String) });
	});
});
