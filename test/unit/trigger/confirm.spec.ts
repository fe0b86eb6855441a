import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import type { Call } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';
import { readStatus } from '../../../core/read/batch';
import { confirmEvent, type Confirmation } from '../../../nodes/PersonCompanyDataTrigger/confirm';
import type { EventStatus, ServiceEvent } from '../../../nodes/PersonCompanyDataTrigger/event';

const failure = (kind: FailureKind, serviceText?: string): ServiceFailure =>
	new ServiceFailure({ kind, endpoint: endpoints.prospectingResult, serviceText });

type Answer = IDataObject | Error;
let accounts = 0;

/** What becomes of an event by the one answer of the service, and how it was asked. */
async function confirmed(kind: ServiceEvent['kind'], status: EventStatus, said: Answer) {
	const asked: Call[] = [];
	const reply = async (call: Call) => {
		asked.push(call);
		if (said instanceof Error) throw said;
		return await Promise.resolve({ status: 200, headers: {}, body: said });
	};
	const session = { tell: () => undefined, connection: { account: `account ${++accounts}` } };
	const service = { session, try: reply, call: reply } as unknown as Service;
	return { answer: await confirmEvent(service, { kind, id: '7', status }), asked };
}

const RESULT: IDataObject = { status: 'done', file: 'https://files.example/x.csv' };
const BROKEN: IDataObject = { status: 'failed', error: 'why' };
const FAILED = failure('rejected', 'The job has failed.');
const batch = (status: string): IDataObject => ({ id_processamento: '7', status });
const TROUBLE = { status: 'error', message: 'temporarily unavailable' };

type Outcome = Partial<Confirmation> | Confirmation['is'];
const no = (reason: string, isFinal: boolean) => ({ is: 'false', reason, isFinal }) as const;
const RUNNING = no('the service reports that it is still running', false);
const HAS_FAILED = no('the service reports the state "error"', true);
const IS_DONE = no('the service reports the state "done"', true);
const NO_SUCH_WORK = 'the account of the credential has no such job or batch';
const yes = (found: NonNullable<(Confirmation & { is: 'true' })['found']>) =>
	({ is: 'true', found }) as const;

it.each<[ServiceEvent['kind'], EventStatus, Answer, Outcome]>([
	['prospecting', 'done', RESULT, yes({ result: RESULT as never })],
	['prospecting', 'done', BROKEN, HAS_FAILED],
	['prospecting', 'done', FAILED, HAS_FAILED],
	['prospecting', 'done', failure('pending'), RUNNING],
	['prospecting', 'done', failure('notFound'), no(NO_SUCH_WORK, true)],
	['prospecting', 'error', BROKEN, yes({ result: BROKEN as never })],
	['prospecting', 'error', FAILED, 'true'],
	['prospecting', 'error', failure('rejected', 'Falha no processamento'), 'true'],
	['prospecting', 'error', failure('rejected', 'Processamento encerrado com erros'), 'true'],
	['prospecting', 'error', failure('rejected', 'unfailing'), 'false'],
	['prospecting', 'error', failure('rejected'), 'false'],
	['prospecting', 'error', failure('unexpected', 'it has failed'), 'false'],
	['prospecting', 'error', RESULT, IS_DONE],
	['prospecting', 'error', failure('pending'), RUNNING],
	[
		'prospecting',
		'error',
		failure('timeout'),
		{ is: 'unknown', reason: expect.stringMatching(/\w\. [A-Z].*\.$/) as string },
	],
	['prospecting', 'error', failure('dailyLimit'), 'unknown'],
	['prospecting', 'error', new Error('no credential'), { is: 'unknown', reason: 'no credential' }],
	['prospecting', 'requested', failure('pending'), 'true'],
	['prospecting', 'requested', RESULT, 'true'],
	['batch', 'done', batch('completed'), yes({ batch: readStatus(batch('completed')) })],
	['batch', 'done', batch('failed'), HAS_FAILED],
	['batch', 'done', batch('processing'), RUNNING],
	['batch', 'done', TROUBLE, 'unknown'],
	// It may be announced before it can be read.
	['batch', 'done', failure('notFound'), no(NO_SUCH_WORK, false)],
	['batch', 'error', batch('failed'), 'true'],
	['batch', 'error', batch('completed'), IS_DONE],
	['batch', 'error', batch('processing'), RUNNING],
	['batch', 'error', TROUBLE, 'unknown'],
	['batch', 'requested', batch('processing'), 'true'],
	['batch', 'requested', batch('failed'), 'true'],
	['batch', 'requested', TROUBLE, 'unknown'],
])('an event of %s that is %s, with %j, is %j', async (kind, status, said, outcome) => {
	const { answer, asked } = await confirmed(kind, status, said);
	expect(answer).toMatchObject(typeof outcome === 'string' ? { is: outcome } : outcome);
	// What is not true yet, the service sends again.
	expect(asked).toHaveLength(1);
});

it.each([
	['prospecting' as const, endpoints.prospectingResult, { job_id: '7' }],
	['enrichment' as const, endpoints.layoutEnrichmentResult, { id: '7' }],
	['batch' as const, endpoints.batchStatus, { id_processamento: '7' }],
])('is asked about where results of its kind are: %s', async (kind, endpoint, path) => {
	expect((await confirmed(kind, 'done', RESULT)).asked).toEqual([{ endpoint, path }]);
});
