import groupBy from 'lodash/groupBy';

import { limits } from '../../../contract/model/limits';
import { MOST_UNCONFIRMED } from '../../../nodes/PersonCompanyDataTrigger/confirm';
import type { Random } from '../../support/random';
import { until } from '../../support/until';
import { post, type Case, type Profile } from '../profile';
import type { Stage } from '../stage';

const JOB = 'Of the flood';
const event = (fields: object): string =>
	JSON.stringify({ job_type: 'prospecting', status: 'done', ...fields });
const padded = event({ job_id: 900_001, more: 'x'.repeat(10_000_000) });

/** What somebody may send who knows the address of the trigger, by kind. */
const FORGED: Readonly<Record<string, (id: number, known: string) => string>> = {
	'unknown job, done': (id) => event({ job_id: id }),
	'unknown job, failed': (id) => event({ job_id: id, status: 'error' }),
	'unknown enrichment': (id) => event({ job_id: id, job_type: 'enrichment' }),
	'unknown batch': (id) => JSON.stringify({ id_processamento: `forged-${id}`, status: 'completed' }),
	'true event, repeated': (_id, known) => known,
	'true job, said to have failed': (_id, known) => known.replace('done', 'error'),
	'no event': (id) => JSON.stringify({ hello: id }),
	'no JSON': (id) => `{"job_id": ${id},`,
};
/** One forged event in twenty is one of these. */
const LARGE: Readonly<Record<string, string>> = {
	'event of 10 MB': padded,
	'JSON of 10 MB that ends too early': padded.slice(0, -5),
};

/** As many true as forged events, 100 a second: n8n starts the workflow once for each true one, and for no other. */
export const floods: Profile = {
	about: 'as many forged as true events, bodies up to 10 MB among them, 100 a second',
	minutes: 0.7,
	atOnce: 20,
	pauseMs: 200,
	speed: 1,
	trigger: {},
	draw: (stage, random) => (random.chance(0.5) ? trueEvent(stage) : forged(stage, random)),
	check,
};

const trueEvent = ({ sandbox: { baseUrl, apiKey } }: Stage): Case => ({
	kind: 'true event',
	async run() {
		const response = await fetch(`${baseUrl}/persons/prospect/`, {
			method: 'POST',
			headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify({ export: true, name: JOB, quantity: 1, states: ['SP'] }),
		});
		await response.text();
		return 'job is made';
	},
});

function forged({ url, doors, sandbox }: Stage, random: Random): Case {
	const send = (kind: string, body: string): Case => ({
		kind,
		run: async () => await post(url + doors.events, body),
	});
	if (random.chance(0.05)) return send(...random.pick(Object.entries(LARGE)));
	const id = random.between(500_000, 999_999_999);
	const sent = sandbox.webhooks.deliveries.filter(({ kind }) => kind === 'event').slice(-50);
	const [kind, body] = random.pick(Object.entries(FORGED));
	return send(kind, body(id, sent.length > 0 ? random.pick(sent).text : event({ job_id: id })));
}

async function check({ n8n, doors, sandbox }: Stage): Promise<string[]> {
	/** What became of each event so far. */
	const events = () => {
		const attempts = sandbox.webhooks.deliveries.filter(({ kind }) => kind === 'event');
		return Object.values(groupBy(attempts, 'text')).map((own) => {
			const isTaken = own.some(({ status }) => status === 200);
			return { isTaken, isOver: isTaken || own.some(({ attempt }) => attempt === limits.webhookAttempts) };
		});
	};
	const jobs = sandbox.requests.of('personJob').filter(({ body }) => (body as { name: string }).name === JOB);
	await until(() => events().length >= jobs.length && events().every(({ isOver }) => isOver));
	const sent = events().length;
	const taken = events().filter(({ isTaken }) => isTaken).length;
	const started = async () => (await n8n.client.listExecutions(doors.eventsId)).length;
	// n8n refuses while it is too busy to reach its database.
	await until(async () => (await started().catch(() => 0)) >= taken);
	const executions = await started();
	const asked = (['prospectingResult', 'layoutEnrichmentResult', 'batchStatus'] as const).flatMap(
		(endpoint) => sandbox.requests.of(endpoint),
	).length;
	return [
		...(taken === 0 ? ['n8n took no event'] : []),
		...(executions > sent ? [`${executions} executions for ${sent} events`] : []),
		...(asked - sent > MOST_UNCONFIRMED
			? [`${asked} requests about ${sent} events; ${MOST_UNCONFIRMED} more than those are allowed`]
			: []),
	];
}
