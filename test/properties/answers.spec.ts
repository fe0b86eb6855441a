import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { reasonIn } from '../../core/read/error';
import { readAnswer, recordsIn } from '../../core/read/answer';
import { outcomeOfRecord, readStatus, recordItem } from '../../core/read/batch';
import { readJob } from '../../core/read/job';
import { looksFailed, toItems } from '../../core/output/items';
import { isFilled } from '../../core/base/json';
import { node } from '../support/fieldReading';
import { anyText, isPlain, jsonWith } from './arbitraries';
import { holds } from './holds';

const STATUS = [
	'id_processamento',
	'status',
	'concluido',
	'completados',
	'total_registros',
	'total',
	'quantidade',
	'sucesso',
	'falhou',
	'erro',
	'error',
	'contatos',
	'mensagem',
	'outcome',
	'detalhes_contato',
];
const WORDS = [
	'completed',
	'failed',
	'processing',
	'COMPLETED',
	'error',
	'falhou',
	'ATIVO',
	'INATIVO',
	'active',
	'7',
	'12.0',
	true,
	3,
];
const answers = jsonWith([...STATUS, 'description', 'message'], WORDS);
const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const records = answers.filter(isRecord);

describe('any answer', () => {
	const names = ['results', 'data', 'dados', 'name', 'cpf', 'status', 'error', 'detail', 'count', 'total'];
	const endpoint = fc.constantFrom(...Object.values(endpoints));

	holds('is known, nothing, an error or comes out as it is', endpoint, jsonWith(names, WORDS), (of, body) => {
		const answer = readAnswer(of, body);
		if (answer.kind === 'notFound')
			expect(Object.values(isRecord(body) ? body : {}).some(isFilled)).toBe(false);
		if (answer.kind === 'unknown') expect([body, { answer: body }]).toContainEqual(answer.raw);
		expect(answer.rows.every(isRecord)).toBe(true);
	});

	holds(
		'loses no row, in whichever wrapper the rows came',
		fc.array(records),
		fc.constantFrom('results', 'data', 'dados'),
		(rows, wrapper) => {
			const people = rows.map((row, n) => ({ ...row, name: `Ana ${n}` }));
			expect(recordsIn(endpoints.personSearch, people)).toEqual(people);
			expect(recordsIn(endpoints.personSearch, { count: rows.length, [wrapper]: people })).toEqual(people);
		},
	);
});

describe('a status record', () => {
	holds('is read, whatever came, and kept as it came', answers, (body) => {
		const status = readStatus(body);
		expect(['pending', 'ok', 'failed']).toContain(status.state);
		if (status.is === 'unknown') expect([body, { answer: body }]).toContainEqual(status.raw);
		else if (status.is === 'batch') expect(Array.isArray(body) ? body[0] : body).toEqual(status.raw);
		const { completados, total_registros, sucesso, falhou } = status.fields;
		for (const count of [completados, total_registros, sucesso, falhou]) {
			expect(count === undefined || Number.isSafeInteger(count)).toBe(true);
		}
		// Records are only there once the batch is closed.
		if (status.records.length > 0) expect(status.state).not.toBe('pending');
	});
});

describe('a result record', () => {
	holds(
		'comes out whole, with its outcome first',
		records,
		fc.option(anyText, { nil: undefined }),
		(record, batchId) => {
			const item = recordItem(record, batchId);
			expect(isPlain(item)).toBe(true);
			expect(item.outcome).toBe(outcomeOfRecord(record));
			const own = new Set([
				...Object.keys(record),
				'outcome',
				...(batchId === undefined ? [] : ['id_processamento']),
			]);
			expect(new Set(Object.keys(item))).toEqual(own);
			for (const [name, value] of Object.entries(record))
				if (name !== 'outcome') expect(Object.entries(item)).toContainEqual([name, value]);
			const reason = reasonIn(record);
			expect(reason === undefined || typeof reason === 'string').toBe(true);
		},
	);

	holds('is no failed item to n8n, whatever the service calls its fields', records, async (record) => {
		const [{ json }] = await toItems(node, {
			outputs: [{ json: recordItem(record, 'b'), items: [0] }],
			problems: [],
		});
		expect(looksFailed(json)).toBe(false);
		expect(isPlain(json)).toBe(true);
		if (Object.hasOwn(record, 'error')) expect(json.error).toEqual(record.error);
		const [tried] = await toItems(
			{ ...node, retryOnFail: true },
			{ outputs: [{ json: recordItem(record, 'b'), items: [0] }], problems: [] },
		);
		expect('error' in tried.json).toBe(false);
		if (Object.hasOwn(record, 'error')) expect(tried.json.serviceError).toEqual(record.error);
	});
});

describe('the result of a job', () => {
	const NAMES = [
		'status',
		'state',
		'file',
		'results',
		'data',
		'error',
		'errors',
		'message',
		'success',
		'id',
		'cpf',
	];
	const results = jsonWith(NAMES, ['error', 'done', 'processing', 'https://files.example/x.zip', false]);

	holds('is read, whatever came, and fails only where the service says so', results, (body) => {
		const result = readJob(body);
		const text = JSON.stringify(body ?? null);
		if (result.is === 'failed') expect(text).toMatch(/error|message/);
		if (result.is === 'unknown') expect([body, { answer: body }]).toContainEqual(result.raw);
		if (result.is === 'done') expect(text).toContain(result.link);
	});
});
