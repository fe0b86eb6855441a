import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import { receive } from '../../../nodes/PersonCompanyDataTrigger/receive';

/** What the trigger does with a call, by what the service says when it is asked. */

const now = 1_700_000_000_000;
/** Waits of the trigger that end only when a test ends them. */
let timers: Array<{ readonly ms: number; readonly ring: () => void }>;
beforeEach(() => {
	timers = [];
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => {
		if (ms < 1000) return;
		await new Promise<void>((resolve, reject) => {
			timers.push({ ms, ring: resolve });
			signal?.addEventListener('abort', () => reject(new Error('aborted')));
		});
	});
});
afterEach(() => jest.restoreAllMocks());

interface Given {
	readonly body?: unknown;
	readonly parameters?: IDataObject;
	readonly request?: object;
	/** What the service answers; it does not if there is nothing. */
	readonly service?: (options: IHttpRequestOptions) => { readonly status?: number; readonly body: unknown };
	readonly hasNoCredential?: boolean;
}

let triggers = 0;

/** A trigger whose calls share what n8n keeps of it. */
function trigger(given: Given = {}) {
	const id = `trigger ${++triggers}`;
	const log: string[] = [];
	const asked: IHttpRequestOptions[] = [];
	const parameters: IDataObject = {
		kinds: ['enrichment', 'prospecting', 'batch'],
		statuses: ['done', 'error', 'requested'],
		confirm: false,
		...given.parameters,
	};
	const call = async (body: unknown = given.body, request: object = {}) => {
		const response = {
			statusCode: 200,
			body: undefined as unknown,
			status(code: number) {
				response.statusCode = code;
				return response;
			},
			json: (said: unknown) => void (response.body = said),
			once: () => undefined,
		};
		const context = {
			getRequestObject: () => ({ method: 'POST', ip: '192.0.2.1', ...given.request, ...request }),
			getResponseObject: () => response,
			getBodyData: () => body,
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
			getNode: () => ({ id, name: 'Trigger', parameters }),
			getWorkflow: () => ({ id: 'w' }),
			getMode: () => 'webhook',
			// What n8n stores of it is loaded anew for each call, and not stored here.
			getWorkflowStaticData: () => ({}),
			getCredentials: async () => {
				if (given.hasNoCredential) throw new Error('There is no credential.');
				return await Promise.resolve({
					apiKey: `key-${id.replace(' ', '-')}`,
					baseUrl: 'https://service.example/v1',
				});
			},
			helpers: {
				httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) => {
					asked.push(options);
					const answer = given.service?.(options);
					if (answer === undefined) return await new Promise(() => undefined);
					const { status = 200 } = answer;
					return { statusCode: status, headers: {}, body: JSON.stringify(answer.body) };
				},
			},
			logger: {
				warn: (text: string) => void log.push(text),
				info: (text: string) => void log.push(text),
			},
		} as unknown as IWebhookFunctions;
		const got = await receive(context);
		const items = got.workflowData?.[0].map(({ json }) => json);
		return {
			status: response.statusCode,
			said: response.body,
			items,
			isAnswered: got.noWebhookResponse === true,
		};
	};
	return { call, log, asked };
}

const done = { job_id: 7, job_type: 'prospecting', status: 'done' };

describe('a call that starts nothing', () => {
	const answered = async (given: Given) => {
		const { status, said, items, isAnswered } = await trigger(given).call();
		expect([items, isAnswered]).toEqual([undefined, true]);
		return [status, said];
	};

	it.each(['GET', 'HEAD', 'OPTIONS'])('is answered where the service tests the URL: %s', async (method) => {
		expect(await answered({ body: done, request: { method } })).toEqual([
			200,
			{ received: false, reason: 'available' },
		]);
	});

	it.each<[string, IDataObject]>([
		['kind', { kinds: ['enrichment', 'batch'] }],
		['state', { statuses: ['error'] }],
	])('is of a %s that the user does not want', async (_, parameters) => {
		expect(await answered({ body: done, parameters })).toEqual([200, { received: true }]);
		const { call, log } = trigger({ parameters });
		await call(done);
		expect(log).toEqual(['An event did not start the workflow: Trigger On or Status leaves it out.']);
	});

	it.each<[string, Given]>([
		['the trigger is not configured correctly', { body: done, parameters: { confirm: 'maybe' } }],
		['status is unknown', { body: { ...done, status: 'archived' } }],
	])('is logged: %s', async (reason, given) => {
		const { call, log } = trigger(given);
		await call();
		expect(log).toEqual([`An event did not start the workflow: ${reason}.`]);
	});
});

describe('an event', () => {
	const receivedAt = (): string => new Date(now).toISOString();

	it('starts the workflow, once', async () => {
		const { call, asked } = trigger();
		const about = { job_id: 7, job_type: 'prospecting', status: 'done', receivedAt: receivedAt() };
		const first = await call(done);
		expect(first).toMatchObject({ items: [{ ...about, confirmed: false }], isAnswered: false });
		expect(await call(done)).toMatchObject({ status: 200, said: { received: true }, items: undefined });
		expect(asked).toEqual([]);
	});
});

describe('an event that is confirmed first', () => {
	const confirm = { confirm: true };

	it('starts nothing for good when the service says otherwise', async () => {
		const service = () => ({ body: { status: 'failed', error: 'why' } });
		const { call, log } = trigger({ parameters: confirm, service });
		expect(await call(done)).toMatchObject({
			status: 200,
			said: { received: false, reason: 'the event is not true' },
			items: undefined,
			isAnswered: true,
		});
		expect(log).toEqual(['An event did not start the workflow: the service reports the state "error".']);
	});

	it('is being processed while the service is asked', async () => {
		const { call } = trigger({ parameters: confirm });
		void call(done);
		await new Promise((resolve) => void setImmediate(resolve));
		expect(await call(done)).toMatchObject({
			status: 503,
			said: { received: false, reason: 'the event is being processed' },
		});
	});

	it.each<[string, Given, RegExp]>([
		['there is no credential', { hasNoCredential: true }, /: There is no credential\.$/],
		[
			'the service refuses the key',
			{ service: () => ({ status: 401, body: {} }) },
			/: The service did not accept the API key[^.]*\. Check .*[^.]\.$/,
		],
	])('is sent again where %s', async (_, given, why) => {
		const again = trigger({ ...given, parameters: confirm });
		expect((await again.call(done)).status).toBe(503);
		expect(again.log).toEqual([expect.stringMatching(why)]);
	});
});
