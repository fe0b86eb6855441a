import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { waitForBatch } from '../../../core/background/batchWait';
import { clock } from '../../../core/base/clock';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import type { Call } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';
import { readStatus } from '../../../core/read/batch';

afterEach(() => jest.restoreAllMocks());

type Answer = IDataObject | Error;

/** Waits for a batch whose polls are answered in turn, the last answer again and again. */
async function waited(answers: readonly Answer[], limitSeconds: number, firstPollMs?: number) {
	const begun = 1_700_000_000_000;
	let now = begun;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const times: number[] = [];
	const told: string[] = [];
	const session = {
		connection: { redact: (text: string) => text.replaceAll('secret', '***') },
		tell: (text: string) => void told.push(text),
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
	const ended = await waitForBatch(service, 'b1', { limitSeconds, firstPollMs }).catch(
		(error: unknown) => error,
	);
	return { ended, times, told };
}

const failure = (kind: FailureKind): ServiceFailure =>
	new ServiceFailure({ kind, endpoint: endpoints.batchStatus });
const RUNS = { id_processamento: 'b1', status: 'processing' };
const COMPLETE = { id_processamento: 'b1', status: 'completed', contatos: [{ id_pessoa: 1 }] };
const none = failure('notFound');
/** Says nothing about the batch. */
const trouble = { status: 'error', message: 'temporarily unavailable' };
const done = readStatus(COMPLETE);

const GO_ON = "It keeps running, and reading it is free: use 'Enrichment Batch > Wait for Completion' with the batch ID b1."; // prettier-ignore
const stillRuns = (time: string) => ({
	message: `Batch b1 isn't complete after ${time}`,
	advice: GO_ON,
	outcome: 'waiting',
	isRefunded: false,
});
const NO_BATCH = {
	message: 'The service found no batch b1',
	advice: 'Check the batch ID, and that the API key belongs to the account that created it.',
};

it.each<[string, Answer[], limitSeconds: number, times: number[], ended: object, firstPollMs?: number]>([
	['polls ever more rarely until it is complete', [RUNS, RUNS, COMPLETE], 600, [10, 20, 35], done],
	['is one poll where it may be complete already', [COMPLETE], 600, [0], done, 0],
	['ends at its limit', [RUNS], 30, [10, 20, 30], stillRuns('30 seconds')],
	['ends at its limit without an answer', [failure('timeout')], 5, [5], stillRuns('5 seconds')],
	[
		'goes on after failures in passing',
		[failure('timeout'), failure('noConnection'), COMPLETE],
		600,
		[10, 20, 35],
		done,
	],
	['goes on after an answer about something else', [trouble, COMPLETE], 600, [10, 20], done],
	// Another run may have submitted it moments ago.
	['goes on for two polls that find no batch', [none, none, COMPLETE], 600, [0, 10, 25], done, 0],
	[
		'takes a batch that it has found at last for one that runs',
		[none, RUNS],
		20,
		[10, 20],
		stillRuns('20 seconds'),
	],
	['ends with a batch that the service does not know', [none], 600, [10, 20, 35], NO_BATCH],
	['ends with a batch that is gone', [none, RUNS, none, COMPLETE], 600, [10, 20, 35], NO_BATCH],
	[
		'ends with a batch that failed',
		[{ ...RUNS, status: 'failed', erro: 'a secret' }],
		600,
		[10],
		{
			message: 'The service could not process batch b1: "a ***"',
			advice: 'Failed records are refunded.',
			isRefunded: true,
			status: { state: 'failed' },
		},
	],
	[
		'ends with a batch of which nothing says that it was refunded',
		[{ ...RUNS, status: 'failed', sucesso: 2, falhou: 0 }],
		600,
		[10],
		{
			message: 'Batch b1 ended without a result: "failed"',
			advice: expect.stringMatching(
				/^The service didn't confirm a refund: .*'If Sent Before' to 'Send Again'\.$/,
			),
			isRefunded: false,
			outcome: 'uncertain',
		},
	],
	[
		'ends where it can no longer be read',
		[RUNS, failure('unauthorized')],
		600,
		[10, 20],
		{
			message: expect.stringMatching(/^Batch b1: The service did not accept the API key/),
			advice: expect.stringMatching(/^Check the API key in the credential\. .* with the batch ID b1\.$/),
			outcome: 'waiting',
		},
	],
])('the wait for a batch %s', async (...[, answers, limitSeconds, times, ended, firstPollMs]) => {
	const wait = await waited(answers, limitSeconds, firstPollMs);
	expect(wait.times).toEqual(times);
	expect(wait.ended).toMatchObject(ended);
});

it('tells how long it waits, and polls when the batch is likely to be complete', async () => {
	const half = { ...RUNS, completados: 100, total_registros: 400 };
	expect((await waited([half, COMPLETE], 600, 20_000)).told).toEqual([
		'Waiting for batch b1: 100 of 400 records done after 20 seconds, asking again in 1 minute.',
	]);
	expect((await waited([{ ...RUNS, completados: 100 }, COMPLETE], 600)).told).toEqual([
		'Waiting for batch b1: not done after 10 seconds, asking again in 10 seconds.',
	]);
	const { ended } = await waited([{ ...RUNS, completados: 3, total_registros: 9 }], 5);
	expect(ended).toMatchObject({ message: "Batch b1 isn't complete after 5 seconds (3 of 9 records done)" });
});
