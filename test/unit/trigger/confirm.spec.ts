import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { readStatus } from '../../../core/read/batch';
import { clock } from '../../../core/base/clock';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import type { Call } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';
import { confirmEvent, type Confirmation } from '../../../nodes/PersonCompanyDataTrigger/confirm';
import type { ServiceEvent } from '../../../nodes/PersonCompanyDataTrigger/event';

afterEach(() => jest.restoreAllMocks());

const failure = (kind: FailureKind, serviceText?: string): ServiceFailure =>
	new ServiceFailure({ kind, endpoint: endpoints.prospectingResult, serviceText });

type Answer = IDataObject | Error;

/** What the service answers to events of a kind, and how it was asked. */
async function confirmed(
	event: Partial<ServiceEvent>,
	...answers: readonly Answer[]
): Promise<{ answer: Confirmation; asked: Call[]; seconds: number }> {
	let now = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const asked: Call[] = [];
	const reply = async (call: Call) => {
		asked.push(call);
		const next = answers[Math.min(asked.length, answers.length) - 1];
		if (next instanceof Error) throw next;
		return await Promise.resolve({ status: 200, headers: {}, body: next });
	};
	const service = {
		session: { tell: () => undefined },
		sleep: async (ms: number) => {
			now += ms;
			await Promise.resolve();
		},
		try: reply,
		call: reply,
	} as unknown as Service;
	const answer = await confirmEvent(service, { kind: 'prospecting', id: '7', status: 'done', ...event });
	return { answer, asked, seconds: now / 1000 };
}

const RESULT: IDataObject = { status: 'done', file: 'https://files.example/x.csv' };
const RUNNING = { is: 'notYet', reason: 'the service reports that it is still running', exists: true };
const HAS_FAILED = { is: 'false', reason: 'the service reports that it has failed' };
const NOT_FAILED = { is: 'false', reason: 'the service reports that it has not failed' };

describe('an event of a job', () => {
	it.each([
		['prospecting' as const, endpoints.prospectingResult, { job_id: '7' }],
		['enrichment' as const, endpoints.layoutEnrichmentResult, { id: '7' }],
	])('is asked about where results of its kind are: %s', async (kind, endpoint, path) => {
		const { asked, answer } = await confirmed({ kind }, RESULT);
		expect(asked).toEqual([{ endpoint, path }]);
		expect(answer).toEqual({ is: 'true', found: { result: RESULT } });
	});

	it('is asked about once: what is not true yet, the service sends again', async () => {
		const done = await confirmed({}, failure('pending'), RESULT);
		expect([done.answer, done.asked.length]).toEqual([RUNNING, 1]);
		const requested = await confirmed({ status: 'requested' }, failure('pending'));
		expect([requested.answer, requested.asked.length]).toEqual([{ is: 'true' }, 1]);
		const failed = await confirmed({ status: 'error' }, failure('pending'));
		expect([failed.answer, failed.asked.length]).toEqual([RUNNING, 1]);
		expect((await confirmed({ status: 'requested' }, RESULT)).answer.is).toBe('true');
	});

	it('is true or false by what became of the job', async () => {
		const broken = { status: 'failed', error: 'why' };
		expect((await confirmed({}, broken)).answer).toEqual(HAS_FAILED);
		expect((await confirmed({ status: 'error' }, broken)).answer).toEqual({
			is: 'true',
			found: { result: broken },
		});
		expect((await confirmed({ status: 'error' }, RESULT)).answer).toEqual(NOT_FAILED);
	});

	// The last two: issue 36, D3, where Create Person Job reports a failure.
	it.each([
		...['The job has failed.', 'a tarefa falhou', 'Falha no processamento', 'failure'],
		...['The processing ended with an error.', 'Processamento encerrado com erros'],
	])('has failed where the service refuses its result for that: %s', async (words) => {
		const refused = failure('rejected', words);
		expect((await confirmed({}, refused)).answer).toEqual(HAS_FAILED);
		expect((await confirmed({ status: 'error' }, refused)).answer).toEqual({ is: 'true' });
	});

	it.each<[FailureKind, string | undefined]>([
		['rejected', 'wrong ID'],
		['rejected', 'unfailing'],
		['rejected', undefined],
		['unexpected', 'it has failed'],
	])('is not known to have failed where it is %s: %s', async (kind, words) => {
		const { answer } = await confirmed({ status: 'error' }, failure(kind, words));
		expect(answer).toMatchObject({ is: 'unknown', isAnswered: true });
	});

	it('is false where the account has no such job', async () => {
		const { answer, asked } = await confirmed({}, failure('notFound'));
		expect(answer).toEqual({
			is: 'false',
			reason: 'the account of the credential has no such job or batch',
		});
		expect(asked).toHaveLength(1);
	});

	// Specification, "Webhook payload": an event of an enrichment has an integer, and a batch may be one.
	it('of an enrichment may be a batch', async () => {
		const status = { id_processamento: '7', status: 'completed' };
		const { answer, asked } = await confirmed({ kind: 'enrichment' }, failure('notFound'), status);
		expect(answer).toEqual({ is: 'true', found: { batch: readStatus(status) } });
		expect(asked[1]).toEqual({ endpoint: endpoints.batchStatus, path: { id_processamento: '7' } });
		const none = await confirmed({ kind: 'enrichment' }, failure('notFound'));
		expect([none.answer.is, none.asked.length]).toEqual(['false', 2]);
	});
});

describe('an event of a batch', () => {
	const batch = (status: string): IDataObject => ({ id_processamento: '7', status });
	const of = async (status: ServiceEvent['status'], ...answers: readonly Answer[]) =>
		await confirmed({ kind: 'batch', status }, ...answers);

	it.each(['done', 'error', 'requested', undefined] as const)(
		'is neither true nor false by an answer that says nothing about it: %s',
		async (status) => {
			const trouble = { status: 'error', message: 'temporarily unavailable' };
			expect((await of(status, trouble)).answer).toMatchObject({ is: 'unknown', isAnswered: false });
		},
	);

	it('may come before the service has the batch', async () => {
		for (const status of ['done', 'error', 'requested', undefined] as const)
			expect((await of(status, failure('notFound'))).answer).toEqual({
				is: 'notYet',
				reason: 'the account of the credential has no such batch, or not yet',
			});
	});

	it.each(['completed', 'failed'])(
		'that does not say its state has the one that is read: %s',
		async (state) => {
			expect((await of(undefined, batch(state))).answer).toEqual({
				is: 'true',
				found: { batch: readStatus(batch(state)) },
			});
		},
	);

	it('that does not say its state is not waited for', async () => {
		const { answer, asked } = await of(undefined, batch('processing'));
		expect([answer, asked.length]).toEqual([RUNNING, 1]);
	});

	it('is asked about by its status', async () => {
		const { answer, asked } = await of('done', batch('completed'));
		expect(answer).toEqual({ is: 'true', found: { batch: readStatus(batch('completed')) } });
		expect(asked).toEqual([{ endpoint: endpoints.batchStatus, path: { id_processamento: '7' } }]);
	});

	it('that is done is not true when it has failed, and not yet while it runs', async () => {
		expect((await of('done', batch('failed'))).answer).toEqual(HAS_FAILED);
		expect((await of('done', batch('processing'))).answer).toEqual(RUNNING);
	});

	it('that failed is true only if it did', async () => {
		expect((await of('error', batch('failed'))).answer.is).toBe('true');
		expect((await of('error', batch('completed'))).answer).toEqual(NOT_FAILED);
		const running = await of('error', batch('processing'));
		expect([running.answer, running.asked.length]).toEqual([RUNNING, 1]);
	});

	it('is not told to be false by an answer about another batch', async () => {
		const reason = 'the service answers about another batch';
		const other = { id_processamento: '8', concluido: true };
		for (const [status, state] of [
			['done', 'failed'],
			['error', 'completed'],
		] as const) {
			const { answer } = await of(status, { ...other, status: state });
			expect(answer).toEqual({ is: 'notYet', reason });
		}
	});

	it.each([{ id_processamento: 'AbC' }, { concluido: true }])(
		'is told by an answer with its ID or none: %j',
		async (said) => {
			for (const id of ['aBc', 'ABC', 'abc']) {
				const done = await confirmed({ kind: 'batch', id }, { ...said, status: 'failed' });
				expect(done.answer).toEqual(HAS_FAILED);
				const failed = await confirmed(
					{ kind: 'batch', id, status: 'error' },
					{ ...said, status: 'completed' },
				);
				expect(failed.answer).toEqual(NOT_FAILED);
			}
		},
	);

	it('that was requested is true as soon as there is one', async () => {
		expect((await of('requested', batch('processing'))).answer.is).toBe('true');
		expect((await of('requested', batch('failed'))).answer.is).toBe('true');
	});
});

describe('an event about which nobody can tell', () => {
	it.each<[FailureKind, boolean]>([
		['timeout', false],
		['noConnection', false],
		['dailyLimit', false],
		['unexpected', true],
		['rejected', true],
	])('says why: %s, answered %j', async (kind, isAnswered) => {
		const { answer } = await confirmed({ status: 'error' }, failure(kind));
		expect(answer).toEqual({ is: 'unknown', isAnswered, reason: expect.stringMatching(/\w\. [A-Z].*\.$/) });
	});

	it('says so for any other error, too', async () => {
		expect((await confirmed({}, new Error('no credential'))).answer).toEqual({
			is: 'unknown',
			reason: 'no credential',
			isAnswered: false,
		});
	});
});
