import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from '../../core/client/connection';
import { connect } from '../../core/client/connection';
import { Service } from '../../core/client/service';
import { Session, type RunLimits } from '../../core/client/session';
import type { EntrySets, StoreRun } from './entrySets';

/** What the service answers to one request; an error for none. */
export type Canned =
	{ readonly status?: number; readonly headers?: IDataObject; readonly body?: unknown } | Error;

/** A connection that breaks while the service works. */
export const noAnswer = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

export interface CannedRun extends StoreRun {
	readonly apiKey?: string;
	readonly limits?: Partial<RunLimits>;
	/** The answers in turn, the last again and again; or what answers. */
	readonly answers?: readonly Canned[] | ((request: IHttpRequestOptions, number: number) => Canned);
}

/** The service as a run sees it, with everything of the package but n8n's HTTP. */
export async function cannedService(
	sets: EntrySets,
	{ apiKey = 'a-key', limits, answers = [], ...run }: CannedRun = {},
) {
	const asked: IHttpRequestOptions[] = [];
	const answerTo = (request: IHttpRequestOptions): Canned =>
		typeof answers === 'function'
			? answers(request, asked.length)
			: (answers[Math.min(asked.length, answers.length) - 1] ?? {});
	const base = sets.context(run);
	const context = {
		...base,
		getCredentials: async () => await Promise.resolve({ apiKey, baseUrl: 'https://service.example/v1' }),
		helpers: {
			...base.helpers,
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				asked.push(request);
				const answer = answerTo(request);
				// As over a network, the answer comes later.
				await new Promise((resolve) => void setImmediate(resolve));
				if (answer instanceof Error) throw answer;
				const { status = 200, headers = {}, body = {} } = answer;
				return { statusCode: status, headers, body: JSON.stringify(body) };
			},
		},
	} as unknown as IExecuteFunctions;
	const connection: Connection = await connect(context);
	const session = new Session(context, connection, { concurrency: 5, requestsPerMinute: 0, ...limits });
	return { service: new Service(session, []), session, asked };
}
