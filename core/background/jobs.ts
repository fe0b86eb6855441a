import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import type { jobCreated } from '../../contract/endpoints/prospecting/shared';
import type { Endpoint, FreeEndpoint } from '../../contract/model/endpoint';
import { ServiceFailure } from '../client/failure';
import { fingerprint } from '../base/fingerprint';
import { asText } from '../base/json';
import { readAnswer, type Body } from '../read/answer';
import { readJob } from '../read/job';
import { originOf } from '../client/runState';
import type { Service } from '../client/service';
import { attempt } from '../base/async';
import { withoutId } from '../purchase/refusals';
import { submitOnce, type OrderKeys } from '../purchase/submit';

type JobCreated = Pick<typeof jobCreated, 'type' | 'properties' | 'required'>;
type CreatingEndpoint = Endpoint & { readonly responses: { readonly 200: JobCreated } };

export interface Job {
	readonly id: string;
	readonly answer: IDataObject;
	readonly purchaseKeys: OrderKeys;
}

/** Creates a job at most once per run of the node; equal purchases in a run share one job. */
export async function createJob(
	service: Service,
	purchaseKeys: OrderKeys,
	endpoint: CreatingEndpoint,
	body: IDataObject,
	{ records, before }: { readonly records?: number; readonly before?: () => Promise<void> } = {},
): Promise<Job> {
	const order = { call: { endpoint, body, records }, what: 'The job was', before };
	const created = await submitOnce(service, purchaseKeys, order, ({ body: answer }) => {
		const acknowledged = readAnswer(endpoint, answer);
		// An acknowledgement that also reports a state is fine (specification: `requested` comes first).
		const id = asText(acknowledged.fields.id);
		if (id === undefined) throw withoutId(acknowledged, 'job ID', service.session.connection.redact);
		return { id, remembered: acknowledged.raw };
	});
	if (created.earlier) {
		service.session.hint(
			`An earlier attempt created job ${created.id}; it was resumed instead of being created and charged again. If you have changed what it asks for, start a new execution.`,
		);
	}
	return { id: created.id, answer: created.remembered ?? { id: created.id }, purchaseKeys };
}

/** Identifies a job by turn and input items; the same in all attempts, also when retried from the executions list. */
export function ownPurchaseKey({ session: { context } }: Service, items: readonly number[]): string {
	const turn = String(context.evaluateExpression('{{ $runIndex }}', 0));
	return fingerprint('job', originOf(context), context.getNode().id, turn, items);
}

export interface ResultPlace {
	readonly endpoint: FreeEndpoint;
	readonly parameter: string;
	readonly operation: string;
}

/** Keyed by the `job_type` of events. */
export const resultPlaces = {
	prospecting: {
		endpoint: endpoints.prospectingResult,
		parameter: 'job_id',
		operation: 'Prospecting > Get Result',
	},
	enrichment: {
		endpoint: endpoints.layoutEnrichmentResult,
		parameter: 'id',
		operation: 'Layout Enrichment > Get Result',
	},
} as const satisfies Readonly<Record<string, ResultPlace>>;

/** Reads the result of a job once, at no charge; `undefined` while the job is running. */
export async function readResultOnce(
	service: Service,
	{ endpoint, parameter }: ResultPlace,
	id: string,
): Promise<Body | undefined> {
	const asked = await attempt(service.try({ endpoint, path: { [parameter]: id } }));
	if (asked.ok) return readJob(asked.value.body).is === 'pending' ? undefined : asked.value.body;
	if (asked.error instanceof ServiceFailure && asked.error.kind === 'pending') return undefined;
	throw asked.error;
}
