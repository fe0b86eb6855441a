import type { IDataObject } from 'n8n-workflow';

import { readIncoming } from '../../../nodes/PersonCompanyDataTrigger/event';

const job = { job_id: 100_001, job_type: 'prospecting', status: 'done' };

describe('what came in', () => {
	it.each<[unknown, unknown]>([
		[job, { kind: 'prospecting', id: '100001', status: 'done' }],
		[
			{ id_processamento: 'ab-1', status: 'completed', contatos: [] },
			{ kind: 'batch', id: 'ab-1', status: 'done' },
		],
		[
			{ id_processamento: '7', concluido: true },
			{ kind: 'batch', id: '7', status: 'done' },
		],
		[
			{ id_processamento: '7', concluido: false, completados: 3 },
			{ kind: 'batch', id: '7', status: 'requested' },
		],
		[
			{ id_processamento: '.a-1', status: 'completed' },
			{ kind: 'batch', id: '.a-1', status: 'done' },
		],
	])('is an event: %j', (body, event) => {
		expect(readIncoming(body as IDataObject)).toEqual({ event });
	});

	it('is read at its root only, however large the rest is', () => {
		const read = jest.fn();
		const record = new Proxy({}, { get: read, ownKeys: () => read() ?? [], has: () => read() ?? false });
		const body = { id_processamento: '7', concluido: true, contatos: [record] };
		expect(readIncoming(body)).toEqual({ event: { kind: 'batch', id: '7', status: 'done' } });
		expect(read).not.toHaveBeenCalled();
	});

	const NO_OBJECT = 'the body is not a JSON object or is empty';
	const NO_JOB_ID = 'job_id is not a positive integer';
	const NO_BATCH_ID = 'id_processamento is not a valid ID';
	it.each<[string, unknown]>([
		[NO_OBJECT, undefined],
		[NO_OBJECT, [job]],
		[NO_JOB_ID, { ...job, job_id: undefined }],
		[NO_JOB_ID, { ...job, job_id: 1.5 }],
		[NO_JOB_ID, { ...job, job_id: '1e3' }],
		[NO_JOB_ID, { ...job, job_id: '9007199254740993' }],
		['job_type is unknown', { ...job, job_type: 'toString' }],
		['job_type is unknown', { job_id: 7, status: 'done' }],
		['status is unknown', { ...job, status: 'archived' }],
		[NO_BATCH_ID, { id_processamento: '../balance', status: 'completed' }],
		[NO_BATCH_ID, { id_processamento: '..', status: 'completed' }],
		[NO_BATCH_ID, { id_processamento: 'x'.repeat(201), status: 'completed' }],
	])('is none, as %s: %j', (problem, body) => {
		expect(readIncoming(body as IDataObject)).toEqual({ problem });
	});
});
