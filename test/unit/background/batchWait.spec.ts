import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { readStatus } from '../../../core/read/batch';
import { failedBatch, fetchStatus, waitForBatch, type BatchError } from '../../../core/background/batchWait';
import { StillRunning } from '../../../core/output/outcome';
import { isPassing } from '../../../core/background/poll';
import { clock } from '../../../core/base/clock';
import type { Connection } from '../../../core/client/connection';
import { explain } from '../../../core/client/explain';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import type { Call } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';

const redact = (text: string): string => text.replaceAll('secret', '***');
const connection = { redact } as unknown as Connection;
const failure = (kind: FailureKind): ServiceFailure =>
	new ServiceFailure({ kind, endpoint: endpoints.batchStatus });

afterEach(() => jest.restoreAllMocks());

/** A service that answers the status of a batch in turn, the last answer again and again. */
function serviceOf(...answers: ReadonlyArray<IDataObject | Error>) {
	const begun = 1_700_000_000_000;
	let now = begun;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const asked: Array<readonly [at: number, call: Call]> = [];
	const told: string[] = [];
	const answer = async (call: Call) => {
		asked.push([now - begun, call]);
		const next = answers[Math.min(asked.length, answers.length) - 1];
		if (next instanceof Error) throw next;
		return await Promise.resolve({ status: 200, headers: {}, body: next });
	};
	const service = {
		session: {
			connection,
			tell: (text: string) => void told.push(text),
			sleep: async (ms: number) => {
				now += ms;
				await Promise.resolve();
			},
		},
		try: answer,
		call: answer,
	} as unknown as Service;
	return { service, asked, told, times: () => asked.map(([at]) => at / 1000) };
}

const processing = { id_processamento: 'b1', status: 'processing' };
const completed = { id_processamento: 'b1', status: 'completed', contatos: [{ id_pessoa: 1 }] };
const errorOf = async (work: Promise<unknown>): Promise<BatchError> =>
	await work.then(
		() => Promise.reject(new Error('it did not fail')),
		(error: unknown) => error as BatchError,
	);
const GO_ON =
	"It keeps running, and reading it is free: use 'Enrichment Batch > Wait for Completion' with the batch ID b1.";

describe('an answer that says nothing about the batch but a failure', () => {
	const trouble = { status: 'error', message: 'temporarily unavailable' };

	it('is none: the next one may be', async () => {
		const error = await errorOf(fetchStatus(serviceOf(trouble).service, 'b1'));
		expect(error).toMatchObject({ kind: 'unreadable', status: 200, endpoint: endpoints.batchStatus });
		expect(isPassing(error)).toBe(true);
		expect(explain(error as unknown as ServiceFailure).message).toBe(
			"The service's response could not be read: status 200, an answer that doesn't mention the batch",
		);
	});

	it('is followed by a further poll, and is no progress', async () => {
		const { service, asked } = serviceOf(trouble, trouble, completed);
		expect(await waitForBatch(service, 'b1', { limitSeconds: 60 })).toEqual(readStatus(completed));
		expect(asked).toHaveLength(3);
		const error = await errorOf(waitForBatch(serviceOf(trouble).service, 'b1', { limitSeconds: 60 }));
		expect(error).toMatchObject({ message: "Batch b1 isn't complete after 1 minute", advice: GO_ON });
		expect(error).toBeInstanceOf(StillRunning);
	});
});

describe('the wait for a batch', () => {
	it('polls after ten seconds, and then ever more rarely, until it is complete', async () => {
		const { service, asked, times, told } = serviceOf(processing, processing, completed);
		expect(await waitForBatch(service, 'b1', { limitSeconds: 600 })).toEqual(readStatus(completed));
		expect(times()).toEqual([10, 20, 35]);
		expect(asked[0][1]).toEqual({ endpoint: endpoints.batchStatus, path: { id_processamento: 'b1' } });
		expect(told).toEqual([
			'Waiting for batch b1: not done after 10 seconds, asking again in 10 seconds.',
			'Waiting for batch b1: not done after 20 seconds, asking again in 15 seconds.',
		]);
	});

	it('polls when it is likely to be complete, once it tells its progress', async () => {
		const half = { ...processing, completados: 100, total_registros: 400 };
		const { service, times, told } = serviceOf(half, completed);
		await waitForBatch(service, 'b1', { limitSeconds: 600, firstPollMs: 20_000 });
		expect(times()).toEqual([20, 80]);
		expect(told).toEqual([
			'Waiting for batch b1: 100 of 400 records done after 20 seconds, asking again in 1 minute.',
		]);
	});

	it('goes on for two polls that find no batch, as another run may have submitted it moments ago', async () => {
		const none = failure('notFound');
		const wait = { limitSeconds: 600, firstPollMs: 0 };
		const late = serviceOf(none, none, completed);
		expect((await waitForBatch(late.service, 'b1', wait)).state).toBe('completed');
		expect(late.times()).toEqual([0, 10, 25]);
	});

	it('ends with a batch that the service does not know, or no more', async () => {
		const none = failure('notFound');
		const old = serviceOf(none);
		await expect(waitForBatch(old.service, 'b1', { limitSeconds: 600 })).rejects.toThrow('found no batch b1');
		const gone = serviceOf(none, processing, none, completed);
		await expect(waitForBatch(gone.service, 'b1', { limitSeconds: 600 })).rejects.toThrow(
			'found no batch b1',
		);
		expect([old.asked.length, gone.asked.length]).toEqual([3, 3]);
	});

	it('goes on after a poll that failed in passing', async () => {
		const { service, times } = serviceOf(failure('timeout'), failure('noConnection'), completed);
		expect((await waitForBatch(service, 'b1', { limitSeconds: 600 })).state).toBe('completed');
		expect(times()).toHaveLength(3);
		expect(['timeout', 'noConnection'].map((kind) => isPassing(failure(kind as FailureKind)))).toEqual([
			true,
			true,
		]);
		expect([isPassing(failure('rejected')), isPassing(new Error('lost'))]).toEqual([false, false]);
	});

	it('ends at its limit, and says how to go on', async () => {
		const { service, times } = serviceOf(processing);
		const error = await errorOf(waitForBatch(service, 'b1', { limitSeconds: 30 }));
		expect(error).toBeInstanceOf(StillRunning);
		expect(error).toMatchObject({ message: "Batch b1 isn't complete after 30 seconds", advice: GO_ON });
		expect(error).toMatchObject({ kind: 'batch', id: 'b1', isRefunded: false, outcome: 'waiting' });
		expect(times()).toEqual([10, 20, 30]);
	});

	it('ends with a batch that failed as a whole', async () => {
		const { service } = serviceOf({ ...processing, status: 'failed', erro: 'a secret' });
		const error = await errorOf(waitForBatch(service, 'b1', { limitSeconds: 600 }));
		const advice = 'Failed records are refunded.';
		expect(error).toMatchObject({
			...{ message: 'The service could not process batch b1: "a ***"', advice },
			...{ isRefunded: true, status: { state: 'failed' } },
		});
		expect(failedBatch('b2', readStatus({ status: 'failed' }), connection)).toMatchObject({
			message: 'The service could not process batch b2',
			advice,
		});
	});

	it.each([{ status: 'failed', sucesso: 2, falhou: 0 }])(
		'ends with a batch of which nothing says that it was refunded: %j',
		async (said) => {
			const { service } = serviceOf({ ...processing, ...said });
			const error = await errorOf(waitForBatch(service, 'b1', { limitSeconds: 600 }));
			expect(error).toMatchObject({
				message: 'Batch b1 ended without a result: "failed"',
				advice: expect.stringMatching(
					/^The service didn't confirm a refund: see whether the balance has gone down\. .*'If Sent Before' to 'Send Again'\.$/,
				),
				isRefunded: false,
				outcome: 'uncertain',
			});
		},
	);

	it('ends where it can no longer be read', async () => {
		const { service } = serviceOf(processing, failure('unauthorized'));
		const error = await errorOf(waitForBatch(service, 'b1', { limitSeconds: 600 }));
		expect(error).not.toBeInstanceOf(StillRunning);
		expect(error.message).toBe(
			'Batch b1: The service did not accept the API key or the IP address of this n8n instance',
		);
		expect(error.advice).toMatch(/^Check the API key in the credential\. /);
		expect(error.advice.endsWith(` ${GO_ON}`)).toBe(true);
	});
});
