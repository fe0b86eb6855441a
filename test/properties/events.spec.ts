import { BlockList } from 'node:net';

import fc from 'fast-check';
import type { IWebhookFunctions } from 'n8n-workflow';

import { isAllowed, wrongAddresses } from '../../nodes/PersonCompanyDataTrigger/allowedAddresses';
import { confirmEvent } from '../../nodes/PersonCompanyDataTrigger/confirm';
import { readIncoming } from '../../nodes/PersonCompanyDataTrigger/event';
import { SeenEvents } from '../../nodes/PersonCompanyDataTrigger/seenEvents';
import type { Service } from '../../core/client/service';
import { node } from '../support/fieldReading';
import { anyText, jsonWith } from './arbitraries';
import { holds } from './holds';

const KINDS = ['enrichment', 'prospecting'] as const;
const STATUSES = ['requested', 'done', 'error'] as const;
const payloads = jsonWith(
	['job_id', 'job_type', 'status', 'id_processamento', 'concluido', 'contatos'],
	[...KINDS, ...STATUSES, 7, '7', '..', '9007199254740993', 'ab-1', 'completed', 'failed'],
);

/** Nearly an event: every field is of the right kind, if not of the right form. */
const anyId = fc.oneof(
	fc.constantFrom('.', '..', '...', '9007199254740993', 0, -1, 1.5, '07', ' 7'),
	fc.stringMatching(/^[\d.~/-]{1,17}$/),
	anyText,
);
const nearly = fc.oneof(
	fc.record({ job_id: anyId, job_type: fc.constantFrom(...KINDS), status: fc.constantFrom(...STATUSES) }),
	fc.record({ id_processamento: anyId, status: fc.constantFrom('completed', 'failed') }),
);

describe('what comes in at the webhook', () => {
	holds(
		'is an event that can be asked about, or a reason of our own words',
		fc.oneof(payloads, nearly),
		(body) => {
			const incoming = readIncoming(body);
			if ('problem' in incoming) return expect(incoming.problem).toMatch(/^[\w ]+$/);
			const { kind, id, status } = incoming.event;
			expect([...KINDS, 'batch']).toContain(kind);
			// The service is asked for the state of a batch that is told in other words.
			expect(kind === 'batch' ? [...STATUSES, undefined] : STATUSES).toContain(status);
			// An ID stands in a path, where it is one segment, and is told as a number for a job.
			expect(new URL(`https://service.example/x/${encodeURIComponent(id)}`).pathname.split('/')).toHaveLength(
				3,
			);
			if (kind !== 'batch') expect(String(Number(id))).toBe(id);
		},
	);

	const id = fc.oneof(
		fc.maxSafeNat().filter((number) => number > 0),
		fc.stringMatching(/^[1-9]\d{0,15}$/).filter((text) => Number.isSafeInteger(Number(text))),
	);

	holds(
		'is read as the service sends it, with whatever more it says',
		id,
		fc.constantFrom(...KINDS),
		fc.constantFrom(...STATUSES),
		payloads,
		(job_id, job_type, status, more) => {
			const rest = typeof more === 'object' && !Array.isArray(more) ? more : {};
			expect(readIncoming({ ...rest, job_id, job_type, status })).toEqual({
				event: { kind: job_type, id: String(job_id), status },
			});
		},
	);

	holds(
		'is the status record of a batch when it names one',
		fc.stringMatching(/^[\w~-]{1,40}$/),
		fc.constantFrom('completed', 'failed', 'processing'),
		(batch, status) => {
			const expected = { completed: 'done', failed: 'error', processing: 'requested' }[status];
			expect(readIncoming({ id_processamento: batch, status })).toEqual({
				event: { kind: 'batch', id: batch, status: expected },
			});
		},
	);
});

describe('what the service answers about an event', () => {
	const serviceWith = (body: unknown): Service =>
		({
			session: { hint: () => undefined, reasonNotToCall: () => undefined },
			try: async () => await Promise.resolve({ status: 200, headers: {}, body }),
			call: async () => await Promise.resolve({ status: 200, headers: {}, body }),
			sleep: async () => await Promise.resolve(),
		}) as unknown as Service;
	const event = fc.record({
		kind: fc.constantFrom(...KINDS, 'batch' as const),
		id: fc.constant('7'),
		status: fc.constantFrom('requested' as const, 'error' as const, undefined),
	});

	holds(
		'is a clear answer, and never taken for a failure that it does not tell of',
		event,
		payloads,
		async (asked, body) => {
			const answer = await confirmEvent(serviceWith(body), asked);
			expect(['true', 'false', 'notYet']).toContain(answer.is);
			if (answer.is === 'true' && asked.status === 'error')
				expect(JSON.stringify(body)).toMatch(/error|failed|erro/i);
		},
	);
});

describe('events that come again', () => {
	const events = fc.array(
		fc.record({
			kind: fc.constantFrom(...KINDS, 'batch' as const),
			id: fc.integer({ min: 1, max: 4 }).map(String),
			status: fc.constantFrom(...STATUSES),
		}),
		{ maxLength: 30 },
	);
	let workflows = 0;

	holds(
		'start a workflow once each, in this process and after a restart',
		events,
		fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
		(received, restarts) => {
			const data = {};
			let id = `properties-${workflows++}`;
			const started: string[] = [];
			received.forEach((event, i) => {
				// Another process knows only what n8n has stored.
				if (restarts[i]) id = `properties-${workflows++}`;
				const context = {
					getWorkflow: () => ({ id }),
					getNode: () => node,
					getMode: () => 'webhook',
					getWorkflowStaticData: () => data,
				} as unknown as IWebhookFunctions;
				const seen = new SeenEvents(context);
				if (!seen.take(event)) return;
				started.push(JSON.stringify(event));
				seen.start(event);
			});
			expect(started).toEqual([...new Set(received.map((event) => JSON.stringify(event)))]);
		},
	);
});

describe('addresses that events are taken from', () => {
	const octet = fc.integer({ min: 0, max: 255 });
	const ipv4 = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'));
	const range = fc.record({ network: ipv4, bits: fc.integer({ min: 0, max: 32 }) });
	const near = fc.tuple(ipv4, fc.integer({ min: 0, max: 3 }), octet).map(
		([address, place, other]) =>
			[
				address,
				address
					.split('.')
					.map((part, i) => (i === place ? String(other) : part))
					.join('.'),
			] as const,
	);

	holds(
		'are those of the list, as Node itself judges ranges',
		fc.array(range, { minLength: 1, maxLength: 3 }),
		near,
		fc.integer({ min: 0, max: 32 }),
		fc.constantFrom(', ', ' ', ';'),
		(ranges, [address, caller], bits, between) => {
			const all = [...ranges, { network: address, bits }];
			const judge = new BlockList();
			for (const entry of all) judge.addSubnet(entry.network, entry.bits, 'ipv4');
			const list = all.map((entry) => `${entry.network}/${entry.bits}`).join(between);
			expect(wrongAddresses(list)).toEqual([]);
			expect(isAllowed(list, [caller])).toBe(judge.check(caller, 'ipv4'));
			expect(isAllowed(list, [`::ffff:${caller}`])).toBe(judge.check(caller, 'ipv4'));
		},
	);

	const entry = fc.oneof(
		anyText,
		ipv4,
		fc
			.tuple(ipv4, fc.constantFrom('/', '/x', '/33', '/-1', '/8/8', '/ 8', '/1e1', '/0x8'))
			.map(([address, bits]) => `${address}${bits}`),
	);

	holds('are nobody through an entry that is none', entry, ipv4, (written, caller) => {
		const wrong = wrongAddresses(written);
		fc.pre(wrong.length > 0 && wrong.join(' ') === written.trim().toLowerCase());
		expect(isAllowed(written, [caller])).toBe(false);
	});
});
