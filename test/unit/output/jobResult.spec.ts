import { readJobResult } from '../../../core/output/jobResult';

const link = 'https://files.example/result.zip';

describe('the result of a job', () => {
	it.each<[unknown]>([
		[{ status: 'processing' }],
		[{ status: 'requested', id: 1, file: null }],
		[{ data: { status: 'pending' } }],
		[{ status: 'processing', results: [] }],
		// Nothing says that the job is done.
		[{}],
		[null],
		[''],
		[{ id: 1, file: null }],
		[{ file: '' }],
		[{ success: true, data: { file: null } }],
		[{ ready: false, file: null }],
		[{ progress: 50 }],
		// Nor where that comes in a list.
		[[{ error: 'The job is not done' }]],
		[{ results: [{ message: 'Processamento em andamento' }] }],
		[{ success: true, data: [{ id: 1, file: null }] }],
		// An empty list beside it is no result.
		[{ results: [], message: 'Processamento em andamento' }],
		[{ error: 'The job is not done', data: [] }],
		[{ success: true, data: { status: 'processing', results: [] } }],
		[{ success: false, data: { error: 'The job is not done', results: [{}] } }],
	])('is not ready: %j', (body) => {
		expect(readJobResult(body)).toMatchObject({ is: 'pending' });
	});

	it.each([
		{ message: 'Processamento em andamento' },
		{ detail: 'Processamento em andamento' },
		{ error: 'Processamento em andamento' },
		{ success: false, error: { description: 'Processamento em andamento' } },
	])('is not ready where words are all that comes, which say why: %j', (body) => {
		expect(readJobResult(body)).toEqual({ is: 'pending', state: 'Processamento em andamento' });
	});

	it.each<[unknown, string | undefined]>([
		[{ status: 'error' }, undefined],
		[{ status: 'ERROR', erro: 'why' }, 'why'],
		[{ status: 'error', name: 'Job', quantity: 5, mensagem: 'why' }, 'why'],
		[{ status: 'failed', error: { code: 'x', description: 'why' } }, 'why'],
		[{ status: 'falhou', results: [], message: 'why' }, 'why'],
		[{ status: 'cancelled', message: 'The job was not finished' }, 'The job was not finished'],
		[{ status: 'timeout', error: 'The job is not done' }, 'The job is not done'],
		[{ error: 'why' }, 'why'],
		[{ success: false, message: 'why' }, 'why'],
		[{ success: true, data: { status: 'error', detail: 'why' } }, 'why'],
		[[{ status: 'error', message: 'why' }], 'why'],
		[{ results: [{ status: 'error', erro: 'why' }] }, 'why'],
	])('says that the job failed: %j', (body, reason) => {
		expect(readJobResult(body)).toEqual({ is: 'failed', reason });
	});

	it.each<[unknown]>([
		[link],
		[{ file: link }],
		[{ status: 'done', arquivo: link }],
		[{ success: true, data: { url: link } }],
		[[{ file: link }]],
		[[{ name: 'Job', callback_email: 'a@b.c', cnpj_count: 5, url: link }]],
		[{ success: true, results: [{ cnpj: null, file_url: link }] }],
		[{ id: 5, status: 'done', cnpj: '1', file: link, url: 'https://of.the.company' }],
		[[link]],
	])('links to a file: %j', (body) => {
		expect(readJobResult(body)).toMatchObject({ is: 'done', link });
	});

	it.each<[unknown, unknown[]]>([
		[
			[{ a: 1 }, { a: 2 }],
			[{ a: 1 }, { a: 2 }],
		],
		[{ results: [{ a: 1 }] }, [{ a: 1 }]],
		[{ success: true, data: { results: [{ a: 1 }] } }, [{ a: 1 }]],
		[{ cpf: '1', email: 'a@b.c' }, [{ cpf: '1', email: 'a@b.c' }]],
		// An address of the company, not of a file.
		[{ results: [{ CNPJ: '1', url: link }] }, [{ CNPJ: '1', url: link }]],
		[{ cnpj: '1', link }, [{ cnpj: '1', link }]],
		[[{ documento: '1', razao_social: 'X', url: link }], [{ documento: '1', razao_social: 'X', url: link }]],
		// A row with a remark, and rows that failed one by one, are data.
		[{ cpf: '1', erro: 'no phone' }, [{ cpf: '1', erro: 'no phone' }]],
		[[{ cpf: '1', status: 'error' }], [{ cpf: '1', status: 'error' }]],
		[
			[{ status: 'error' }, { status: 'error' }],
			[{ status: 'error' }, { status: 'error' }],
		],
		[{ status: 'done' }, []],
		[{ status: 'done', file: null }, []],
		[{ results: [] }, []],
		[{ results: [], message: '0 records' }, []],
		[{ status: 'done', results: [], message: 'Nothing is still running' }, []],
		[{ results: [{ id: 1, found: true }] }, [{ id: 1, found: true }]],
		[
			[link, `${link}?2`],
			[{ file: link }, { file: `${link}?2` }],
		],
	])('holds rows: %j', (body, rows) => {
		expect(readJobResult(body)).toEqual({ is: 'done', link: undefined, rows });
	});

	it.each<[unknown, unknown]>([
		[{ status: 'error', erro: 'why', file: link }, { link }],
		[{ status: 'error', erro: 'why', results: [{ a: 1 }] }, { rows: [{ a: 1 }] }],
	])('is not lost because the job failed: %j', (body, data) => {
		expect(readJobResult(body)).toMatchObject({
			is: 'done',
			failure: { reason: 'why' },
			...(data as object),
		});
	});
});
