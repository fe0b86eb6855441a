import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { failedBatch, waitForBatch } from '../../../core/background/batchWait';
import { clock } from '../../../core/base/clock';
import type { Connection } from '../../../core/client/connection';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import type { Call } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';
import { readStatus } from '../../../core/read/batch';

afterEach(() => jest.restoreAllMocks());

type Answer = IDataObject | Error;

/** Waits for a batch whose polls are answered in turn, the last answer again and again. */
async function waited(
	answers: readonly Answer[],
	limitSeconds: number,
	more: { readonly firstPollMs?: number; readonly isNew?: boolean },
) {
	const begun = 1_700_000_000_000;
	let now = begun;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const times: number[] = [];
	const session = {
		sleep: async (ms: number) => {
			now += ms;
			await Promise.resolve();
		},
	};
	const ask = async (call: Call) => {
		expect(call).toEqual({ endpoint: endpoints.batchStatus, path: { id_processamento: 'b1' } });
		times.push((now - begun) / 1000);
		const next = answers[Math.min(times.length, answers.length) - 1];
		if (next instanceof Error) throw next;
		return await Promise.resolve({ status: 200, headers: {}, body: next });
	};
	const service = { session, try: ask } as unknown as Service;
	const ended = await waitForBatch(service, 'b1', { limitSeconds, ...more }).catch((error: unknown) => error);
	return { ended, times: times.map(Math.round) };
}

const failure = (kind: FailureKind): ServiceFailure =>
	new ServiceFailure({ kind, endpoint: endpoints.batchStatus });
const RUNS = { id_processamento: 'b1', status: 'processing' };
const COMPLETE = { id_processamento: 'b1', status: 'completed', contatos: [{ id_pessoa: 1 }] };
const HALF = { ...RUNS, completados: 100, total_registros: 400 };
const SLOW = { ...RUNS, completados: 1, total_registros: 9000 };
const FAILED = { ...RUNS, status: 'failed', erro: 'a secret' };
const none = failure('notFound');
/** Says nothing about the batch. */
const trouble = { status: 'error', message: 'temporarily unavailable' };
const done = readStatus(COMPLETE);

const GO_ON =
	"It keeps running, and reading it is free: use 'Enrichment Batch > Wait for Completion' with the batch ID b1.";
const stillRuns = (time: string) => ({
	message: `Batch b1 isn't complete after ${time}`,
	advice: GO_ON,
	outcome: 'waiting',
});
const NO_BATCH = {
	message: 'The service found no batch b1',
	advice: 'Check the batch ID, and that the API key belongs to the account that created it.',
};

it.each<[string, Answer[], limitSeconds: number, times: number[], ended: object, first?: number | 'new']>([
	[
		'polls ever more rarely until it is complete',
		[RUNS, RUNS, RUNS, RUNS, RUNS, RUNS, COMPLETE],
		600,
		[10, 20, 30, 45, 68, 101, 152],
		done,
	],
	['is one poll where it may be complete already', [COMPLETE], 600, [0], done, 0],
	['ends at its limit', [RUNS], 30, [10, 20, 30], stillRuns('30 seconds')],
	['ends at its limit without an answer', [failure('timeout')], 5, [5], stillRuns('5 seconds')],
	[
		'goes on after failures in passing',
		[failure('timeout'), failure('noConnection'), COMPLETE],
		600,
		[10, 20, 30],
		done,
	],
	['goes on after an answer about something else', [trouble, COMPLETE], 600, [10, 20], done],
	['polls when it is likely to be complete', [HALF, COMPLETE], 600, [20, 80], done, 20_000],
	['polls at least every five minutes', [SLOW, COMPLETE], 9000, [10, 310], done],
	[
		'polls as rarely as after a quarter of what it has taken',
		[SLOW, SLOW, COMPLETE],
		9000,
		[1700, 2125, 2656],
		done,
		1_700_000,
	],
	['ends with a batch that the service does not know', [none], 600, [10], NO_BATCH],
	// nodes/PersonCompanyDataTrigger/confirm.ts: a batch may be announced before it can be read.
	['goes on until a batch of its own is known', [none, none, COMPLETE], 600, [10, 20, 30], done, 'new'],
	['ends with a batch that is gone', [RUNS, none, COMPLETE], 600, [10, 20], NO_BATCH],
	['ends with a batch that failed', [FAILED], 600, [10], readStatus(FAILED)],
	[
		'ends where it can no longer be read',
		[RUNS, failure('unauthorized')],
		600,
		[10, 20],
		{
			message: 'Batch b1 could not be read',
			advice: expect.stringMatching(
				/^The service did not accept the API key .*\. Check the API key in the credential\. .* Batch b1 was submitted: don't submit it again\. .* with the batch ID b1\.$/,
			),
			outcome: 'waiting',
		},
	],
])('the wait for a batch %s', async (...[, answers, limitSeconds, times, ended, first]) => {
	const more = first === 'new' ? { isNew: true } : { firstPollMs: first };
	const wait = await waited(answers, limitSeconds, more);
	expect(wait.times).toEqual(times);
	expect(wait.ended).toMatchObject(ended);
});

describe('a batch that failed', () => {
	const connection = { redact: (text: string) => text.replaceAll('secret', '***') } as Connection;

	it('is refunded', () => {
		expect(failedBatch('b1', readStatus(FAILED), connection)).toMatchObject({
			message: 'The service could not process batch b1',
			advice: 'The service says: "a ***". Failed records are refunded. Run it again later.',
			outcome: 'failed',
		});
	});

	it('may have been charged where it counts more as enriched than it shows', () => {
		const status = readStatus({ ...RUNS, status: 'failed', total_registros: 3, sucesso: 2 });
		expect(failedBatch('b1', status, connection)).toMatchObject({ outcome: 'uncertain' });
	});

	it('may have been charged where nothing says that it was refunded', () => {
		const status = readStatus({ ...RUNS, status: 'failed', sucesso: 2, falhou: 0 });
		expect(failedBatch('b1', status, connection)).toMatchObject({
			message: 'Batch b1 ended without a result',
			advice: expect.stringMatching(
				/^The service says: "failed"\. The service didn't confirm a refund: .*'If Sent Before' to 'Send Again' in the node that sent them\.$/,
			),
			outcome: 'uncertain',
		});
	});
});
