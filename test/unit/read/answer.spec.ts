import { endpoints, type EndpointName } from '../../../contract';
import { readAnswer } from '../../../core/read/answer';

/** What an answer is; its source stands beside each shape, as fixtures of test/answers hold them whole. */

const ANA = { name: 'ANA', cpf: '52998224725' };
const page = { total: 2, pagina: 1, por_pagina: 50, chave_cache: 'k1', sucesso: true };

it.each<[string, EndpointName, unknown, object]>([
	['an array (field notes, l. 49)', 'personGet', [ANA], { kind: 'ok', rows: [ANA] }],
	['an object (field notes, l. 49)', 'personGet', ANA, { kind: 'ok', rows: [ANA] }],
	['{results} (field notes, l. 49)', 'personGet', { results: [ANA] }, { kind: 'ok', rows: [ANA] }],
	['{data} (field notes, l. 64)', 'personSearch', { data: [ANA] }, { kind: 'ok', rows: [ANA] }],
	['an empty array (field notes, l. 50)', 'personGet', [], { kind: 'ok', rows: [] }],
	[
		'documents as numbers (field notes, l. 56)',
		'personGet',
		[{ cpf: 1234567890, related_companies: [{ cnpj: 191 }] }],
		{ rows: [{ cpf: '01234567890', related_companies: [{ cnpj: '00000000000191' }] }] },
	],
	[
		'a page of a search (specification, l. 48)',
		'b2bPersonSearch',
		{ dados: [{ id_pessoa: 1 }], ...page, total: '2' },
		{ kind: 'ok', rows: [{ id_pessoa: 1 }], fields: page },
	],
	[
		'an empty page (field notes, l. 253)',
		'b2bPersonSearch',
		{ ...page, dados: [], total: 0 },
		{ kind: 'ok', rows: [], fields: { total: 0, chave_cache: 'k1' } },
	],
	[
		'the company lookup (specification, l. 87)',
		'b2bCompanyFind',
		{ success: true, data: { company_id: '201' } },
		{ kind: 'ok', fields: { success: true, data: { company_id: 201 } } },
	],
	['a count (specification, l. 121)', 'personCount', { count: '12' }, { kind: 'ok', fields: { count: 12 } }],
	[
		'a batch that goes on (specification, l. 156)',
		'batchStatus',
		{ id_processamento: 'b1', concluido: false, status: 'processing', completados: 1 },
		{ kind: 'pending', fields: { completados: 1 } },
	],
	[
		'a batch that failed (specification, l. 152)',
		'batchStatus',
		{ id_processamento: 'b1', status: 'failed', erro: 'insufficient credit', total: 2 },
		{ kind: 'failed', fields: { erro: 'insufficient credit', total_registros: 2 } },
	],
	[
		'a list for an object (field notes, tolerant readers)',
		'batchStatus',
		[{ id_processamento: 'b1', status: 'completed' }],
		{ kind: 'ok' },
	],
	['business context (field notes, l. 264)', 'companyIntel', { status: 'processing' }, { kind: 'pending' }],
	['an error body (field notes, Errors)', 'personGet', { detail: 'no' }, { kind: 'error', reason: 'no' }],
	[
		'an error body (field notes, Errors)',
		'batchStatus',
		{ error: { code: 'x', description: 'no' } },
		{ kind: 'error', reason: 'no' },
	],
	['nothing', 'personGet', null, { kind: 'notFound' }],
	['nothing', 'batchStatus', { dados: null }, { kind: 'notFound' }],
	['an object of other fields', 'personGet', { alpha: { beta: 1 } }, { kind: 'unknown', raw: { alpha: {} } }],
	['a list of other things', 'personGet', [[1], 'x'], { kind: 'unknown', raw: { answer: [[1], 'x'] } }],
	['a number', 'batchStatus', 734512, { kind: 'unknown', raw: { answer: 734512 } }],
	['a text', 'savedFilterCreate', 'maintenance', { kind: 'unknown', raw: { answer: 'maintenance' } }],
	['whatever it is, where no shape is known', 'filterStructure', { alpha: 1 }, { kind: 'ok', rows: [{}] }],
])('reads %s of %s', (_, name, body, expected) => {
	expect(readAnswer(endpoints[name], body)).toMatchObject(expected);
});
