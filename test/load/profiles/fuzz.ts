import type { Random } from '../../support/random';
import { post, type Case, type Profile } from '../profile';
import { Hostile } from '../service/hostile';
import type { Stage } from '../stage';

/** Of larger ones, n8n itself keeps several times as much in memory, and is busy for long. */
const MOST_BODY = 2_000_000;
const JSON_TYPE = 'application/json';
const TYPES = [JSON_TYPE, JSON_TYPE, 'text/plain', 'application/x-www-form-urlencoded', 'application/xml'];

/** Hostile input before a hostile service, and hostile calls from outside: nothing may freeze, fill or end n8n. */
export const fuzz: Profile = {
	about: 'hostile items, altered answers and files, and calls that anybody might send',
	minutes: 60,
	atOnce: 8,
	pauseMs: 0,
	speed: 20,
	hostileShare: 0.5,
	trigger: {},
	draw(stage, random) {
		const hostile = new Hostile(random, stage.sandbox.apiKey);
		const kind = random.number();
		if (kind < 0.6) return operation(stage, hostile, random);
		return kind < 0.85 ? event(stage, hostile, random) : callback(stage, hostile, random);
	},
};

/** An operation, with items of which some are hostile. */
function operation({ url, runnables }: Stage, hostile: Hostile, random: Random): Case {
	const { name, path, items } = random.pick(runnables);
	const ofItem = (item: object): unknown => {
		const changed: Record<string, unknown> = { ...item };
		if (random.chance(0.5)) {
			for (const field of Object.keys(changed)) if (random.chance(0.5)) changed[field] = hostile.value();
		}
		return random.chance(0.1) ? hostile.altered(changed) : changed;
	};
	const list = JSON.stringify(items.map(ofItem)).slice(1, -1);
	const times = Math.min(random.pick([1, 1, 1, 1, 20, 2_000]), Math.floor(MOST_BODY / (list.length + 1)));
	const body = `{"items":[${Array.from({ length: Math.max(1, times) }, () => list).join()}]}`;
	return { kind: name, run: async () => await post(url + path, body) };
}

/** An event of a job that exists, or of none, as the service or somebody else might send it. */
function event({ url, doors, things }: Stage, hostile: Hostile, random: Random): Case {
	const real = random.pick([
		{ job_id: things.job, job_type: 'prospecting', status: 'done' },
		{ job_id: things.layoutJob, job_type: 'enrichment', status: random.pick(['done', 'error', 'requested']) },
		{ id_processamento: things.batch, status: 'completed', contatos: [] },
		{ job_id: random.between(1, 1_000_000), job_type: 'prospecting', status: 'error' },
	]);
	const value = random.chance(0.2) ? real : random.chance(0.8) ? hostile.altered(real) : hostile.value();
	const text = random.chance(0.9) ? JSON.stringify(value) : hostile.text();
	const body = random.chance(0.9) ? text.slice(0, MOST_BODY) : hostile.bytes(text).slice(0, MOST_BODY);
	const type = random.chance(0.8) ? JSON_TYPE : random.pick(TYPES);
	return { kind: 'event', run: async () => await post(url + doors.events, body, type) };
}

/** A call to an execution that waits, to one that does not, or to none. */
function callback({ url, doors, service }: Stage, hostile: Hostile, random: Random): Case {
	if (random.chance(0.3)) {
		const items = Array.from({ length: random.pick([1, 3, 200]) }, (_, i) => ({ id_pessoa: 1000 + i }));
		return { kind: 'wait', run: async () => await post(url + doors.wait, JSON.stringify({ items })) };
	}
	const known = service.callbacks.slice(-20);
	const asked = known.length > 0 && random.chance(0.7) ? new URL(random.pick(known)) : undefined;
	const target = asked ?? new URL(url + doors.callbacks);
	if (asked === undefined || random.chance(0.4)) {
		const resume = hostile.text(8_000).replace(/[\ud800-\udfff]/g, '?');
		target.searchParams.set('resume', random.chance(0.5) ? `/webhook-waiting/1/${resume}` : resume);
	}
	const body = JSON.stringify(hostile.value()).slice(0, MOST_BODY);
	return { kind: 'callback', run: async () => await post(target.href, body) };
}
