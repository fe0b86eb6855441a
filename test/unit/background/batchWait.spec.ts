import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { readStatus } from '../../../core/read/batch';
import { failedBatch, fetchStatus, waitForBatch } from '../../../core/background/batchWait';
import { StillRunning, type UnfinishedWork } from '../../../core/output/outcome';
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
	const answer = async (call: Call) => {
		asked.push([now - begun, call]);
		const next = answers[Math.min(asked.length, answers.length) - 1];
		if (next instanceof Error) throw next;
		return await Promise.resolve({ status: 200, headers: {}, body: next });
	};
	const service = {
		session: {
			connection,
			sleep: async (ms: number) => {
				now += ms;
				await Promise.resolve();
			},
		},
		try: answer,
		call: answer,
	} as unknown as Service;
	return { service, asked, times: () => asked.map(([at]) => at / 1000) };
}

const processing = { id_processamento: 'b1', status: 'processing' };
const completed = { id_processamento: 'b1', status: 'completed', contatos: [{ id_pessoa: 1 }] };
const errorOf = async (work: Promise<unknown>): Promise<UnfinishedWork> =>
	await work.then(
		() => Promise.reject(new Error('it did not fail')),
		(error: unknown) => error as UnfinishedWork,
	);
const GO_ON =
	"It keeps running, and reading it is free: use 'Enrichment Batch > Wait for Completion' with the batch ID b1.";

it('the status of a batch is read by its ID', async () => {
	const { service, asked } = serviceOf(completed);
	expect(await fetchStatus(service, 'b1')).toEqual(readStatus(completed));
	expect(asked[0][1]).toEqual({ endpoint: endpoints.batchStatus, path: { id_processamento: 'b1' } });
});

it.each([{ status: 'processing' }, { status: 'completed' }])(
	'an answer that says no more than %j is the status',
	async (answer) => {
		expect(await fetchStatus(serviceOf(answer).service, 'b1')).toEqual(readStatus(answer));
	},
);

describe('an answer that says nothing about the batch but a failure', () => {
	const trouble = { status: 'error', message: 'temporarily unavailable' };

	it('is none: the next one may be', async () => {
		const error = await errorOf(fetchStatus(serviceOf(trouble).service, 'b1'));
		expect(error).toMatchObject({ kind: 'unreadable', status: 200, endpoint: endpoints.batchStatus });
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
		const running = Array.from({ length: 6 }, () => processing);
		const { service, asked, times } = serviceOf(...running, completed);
		expect(await waitForBatch(service, 'b1', { limitSeconds: 600 })).toEqual(readStatus(completed));
		expect(times().map(Math.round)).toEqual([10, 20, 30, 45, 68, 101, 152]);
		expect(asked[0][1]).toEqual({ endpoint: endpoints.batchStatus, path: { id_processamento: 'b1' } });
	});

	it('polls when it is likely to be complete, once it tells its progress', async () => {
		const half = { ...processing, completados: 100, total_registros: 400 };
		const { service, times } = serviceOf(half, completed);
		await waitForBatch(service, 'b1', { limitSeconds: 600, firstPollMs: 20_000 });
		expect(times()).toEqual([20, 80]);
	});

	it('polls at least every five minutes, or a quarter of what a long wait has taken', async () => {
		const slow = { ...processing, completados: 1, total_registros: 9000 };
		const { service, times } = serviceOf(slow, slow, slow, completed);
		await waitForBatch(service, 'b1', { limitSeconds: 9000, firstPollMs: 1_700_000 });
		expect(times()).toEqual([1700, 2125, 2656.25, 3320.3125]);
		const early = serviceOf(slow, completed);
		await waitForBatch(early.service, 'b1', { limitSeconds: 9000 });
		expect(early.times()).toEqual([10, 310]);
	});

	it('is one poll where it may be complete already', async () => {
		const { service, times } = serviceOf(completed);
		await waitForBatch(service, 'b1', { limitSeconds: 600, firstPollMs: 0 });
		expect(times()).toEqual([0]);
	});

	it('goes on after a poll that failed in passing', async () => {
		const { service, times } = serviceOf(failure('timeout'), failure('noConnection'), completed);
		expect((await waitForBatch(service, 'b1', { limitSeconds: 600 })).state).toBe('completed');
		expect(times()).toHaveLength(3);
	});

	it('ends at its limit, and says how to go on', async () => {
		const { service, times } = serviceOf(processing);
		const error = await errorOf(waitForBatch(service, 'b1', { limitSeconds: 30 }));
		expect(error).toBeInstanceOf(StillRunning);
		expect(error).toMatchObject({ message: "Batch b1 isn't complete after 30 seconds", advice: GO_ON });
		expect(error).toMatchObject({ kind: 'batch', id: 'b1', isRefunded: false, outcome: 'waiting' });
		expect(times()).toEqual([10, 20, 30]);
	});

	it('ends at its limit also where the last poll got no answer', async () => {
		const { service } = serviceOf(failure('timeout'));
		const error = await errorOf(waitForBatch(service, 'b1', { limitSeconds: 5 }));
		expect(error).toMatchObject({ message: "Batch b1 isn't complete after 5 seconds", advice: GO_ON });
	});

	it('ends with a batch that failed as a whole', async () => {
		const answer = { ...processing, status: 'failed', erro: 'a secret' };
		const status = await waitForBatch(serviceOf(answer).service, 'b1', { limitSeconds: 600 });
		expect(failedBatch('b1', status, connection)).toMatchObject({
			message: 'The service could not process batch b1: "a ***"',
			advice: 'Failed records are refunded.',
			isRefunded: true,
		});
	});

	it('ends with a batch of which some counts as enriched that it does not show', () => {
		const error = failedBatch('b1', readStatus({ ...processing, status: 'failed', sucesso: 2 }), connection);
		expect(error).toMatchObject({
			message: 'Batch b1 ended without a result: "failed"',
			advice: expect.stringMatching(
				/^The service didn't confirm a refund: see whether the balance has gone down\. .*'If Sent Before' to 'Send Again'\.$/,
			),
			isRefunded: false,
			outcome: 'uncertain',
		});
	});

	it('ends where there is no such batch', async () => {
		const { service, times } = serviceOf(failure('notFound'));
		const error = await errorOf(waitForBatch(service, 'b1', { limitSeconds: 600 }));
		expect(error).toMatchObject({
			message: 'The service found no batch b1',
			advice: 'Check the batch ID, and that the API key belongs to the account that created it.',
		});
		expect(times()).toEqual([10]);
	});

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

	it('ends with any other error as it is', async () => {
		const other = new Error('something else');
		const { service } = serviceOf(other);
		expect(await errorOf(waitForBatch(service, 'b1', { limitSeconds: 600 }))).toBe(other);
	});
});
