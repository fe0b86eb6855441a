import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { clock } from '../../../core/base/clock';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import type { Call } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';
import { askAbout, type Unconfirmed } from '../../../nodes/PersonCompanyDataTrigger/confirm';
import type { ServiceEvent } from '../../../nodes/PersonCompanyDataTrigger/event';

afterEach(() => jest.restoreAllMocks());

const failure = (kind: FailureKind, serviceText?: string): ServiceFailure =>
	new ServiceFailure({ kind, endpoint: endpoints.prospectingResult, serviceText });

type Answer = IDataObject | Error;
let accounts = 0;

/** What the service answers to events of a kind, and how it was asked. */
async function confirmed(
	event: Partial<ServiceEvent>,
	...answers: readonly Answer[]
): Promise<{ answer: Unconfirmed | undefined; asked: Call[]; seconds: number }> {
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
		session: { tell: () => undefined, connection: { account: `account ${++accounts}` } },
		sleep: async (ms: number) => {
			now += ms;
			await Promise.resolve();
		},
		// `call` would ask again what fails.
		try: reply,
	} as unknown as Service;
	const answer = await askAbout({ kind: 'prospecting', id: '7', status: 'done', ...event }, service);
	return { answer, asked, seconds: now / 1000 };
}

const RESULT: IDataObject = { status: 'done', file: 'https://files.example/x.csv' };
const RUNNING = { is: 'false', reason: 'the service reports that it is still running', isFinal: false };
const HAS_FAILED = { is: 'false', reason: 'the service reports the state "error"', isFinal: true };
const NOT_FAILED = { is: 'false', reason: 'the service reports the state "done"', isFinal: true };

describe('an event of a job', () => {
	it.each([
		['prospecting' as const, endpoints.prospectingResult, { job_id: '7' }],
		['enrichment' as const, endpoints.layoutEnrichmentResult, { id: '7' }],
	])('is asked about where results of its kind are: %s', async (kind, endpoint, path) => {
		const { asked, answer } = await confirmed({ kind }, RESULT);
		expect(asked).toEqual([{ endpoint, path }]);
		expect(answer).toBeUndefined();
	});

	it('is asked about once: what is not true yet, the service sends again', async () => {
		const done = await confirmed({}, failure('pending'), RESULT);
		expect([done.answer, done.asked.length]).toEqual([RUNNING, 1]);
		const requested = await confirmed({ status: 'requested' }, failure('pending'));
		expect([requested.answer, requested.asked.length]).toEqual([undefined, 1]);
		const failed = await confirmed({ status: 'error' }, failure('pending'));
		expect([failed.answer, failed.asked.length]).toEqual([RUNNING, 1]);
		expect((await confirmed({ status: 'requested' }, RESULT)).answer).toBeUndefined();
	});

	it('is true or false by what became of the job', async () => {
		const broken = { status: 'failed', error: 'why' };
		expect((await confirmed({}, broken)).answer).toEqual(HAS_FAILED);
		expect((await confirmed({ status: 'error' }, broken)).answer).toBeUndefined();
		expect((await confirmed({ status: 'error' }, RESULT)).answer).toEqual(NOT_FAILED);
	});

	it.each([
		['rejected', 'The job has failed.', 'false'],
		['rejected', undefined, 'false'],
		['unexpected', 'it has failed', 'unknown'],
	] as const)('is not true where its result is refused: %s, %s', async (kind, words, is) => {
		const { answer } = await confirmed({ status: 'error' }, failure(kind, words));
		expect(answer).toMatchObject({ is, isFinal: false });
	});

	it('is false where the account has no such job', async () => {
		const { answer, asked } = await confirmed({}, failure('notFound'));
		expect(answer).toEqual({
			is: 'false',
			reason: 'the account of the credential has no such job or batch',
			isFinal: true,
		});
		expect(asked).toHaveLength(1);
	});
});

it('is asked about 40 times a day where the service only answers with errors', async () => {
	let requests = 0;
	for (let i = 0; i < 60; i++) {
		requests += (await confirmed({}, failure('serverError'))).asked.length;
		accounts--;
	}
	accounts++;
	expect(requests).toBe(40);
});

describe('an event of a batch', () => {
	const batch = (status: string): IDataObject => ({ id_processamento: '7', status });
	const of = async (status: ServiceEvent['status'], ...answers: readonly Answer[]) =>
		await confirmed({ kind: 'batch', status }, ...answers);

	it.each(['done', 'error', 'requested'] as const)(
		'is neither true nor false by an answer that says nothing about it: %s',
		async (status) => {
			const trouble = { status: 'error', message: 'temporarily unavailable' };
			expect((await of(status, trouble)).answer).toMatchObject({ is: 'unknown' });
		},
	);

	it('that is done is not true when it has failed, and not yet while it runs', async () => {
		expect((await of('done', batch('failed'))).answer).toEqual(HAS_FAILED);
		expect((await of('done', batch('processing'))).answer).toEqual(RUNNING);
	});
});

describe('an event about which nobody can tell', () => {
	it.each<FailureKind>(['timeout', 'noConnection', 'dailyLimit'])('says why: %s', async (kind) => {
		const { answer } = await confirmed({ status: 'error' }, failure(kind));
		expect(answer).toMatchObject({ is: 'unknown', reason: expect.stringMatching(/\w\. [A-Z].*\.$/) });
	});

	it('says so for any other error, too', async () => {
		const { answer } = await confirmed({}, new Error('no credential'));
		expect(answer).toEqual({ is: 'unknown', reason: 'no credential', isFinal: false });
	});
});
