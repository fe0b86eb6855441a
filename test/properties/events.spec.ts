import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { askAbout } from '../../nodes/PersonCompanyDataTrigger/confirm';
import { readIncoming } from '../../nodes/PersonCompanyDataTrigger/event';
import type { Service } from '../../core/client/service';
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
			const incoming = readIncoming(body as IDataObject);
			if ('problem' in incoming) return expect(incoming.problem).toMatch(/^[\w ]+$/);
			const { kind, id, status } = incoming.event;
			expect([...KINDS, 'batch']).toContain(kind);
			expect(STATUSES).toContain(status);
			// An ID stands in a path, where it is one segment, and is told as a number for a job.
			expect(new URL(`https://service.example/x/${encodeURIComponent(id)}`).pathname.split('/')).toHaveLength(
				3,
			);
			if (kind !== 'batch') expect(String(Number(id))).toBe(id);
		},
	);
});

describe('what the service answers about an event', () => {
	let accounts = 0;
	const serviceWith = (body: unknown): Service =>
		({
			session: { hint: () => undefined, connection: { account: `account ${++accounts}` } },
			try: async () => await Promise.resolve({ status: 200, headers: {}, body }),
			call: async () => await Promise.resolve({ status: 200, headers: {}, body }),
			sleep: async () => await Promise.resolve(),
		}) as unknown as Service;
	const event = fc.record({
		kind: fc.constantFrom(...KINDS, 'batch' as const),
		id: fc.constant('7'),
		status: fc.constantFrom('requested' as const, 'error' as const),
	});

	holds(
		'is a clear answer, and never taken for a failure that it does not tell of',
		event,
		payloads,
		async (asked, body) => {
			const unconfirmed = await askAbout(asked, serviceWith(body));
			expect([undefined, 'false', 'unknown']).toContain(unconfirmed?.is);
			if (unconfirmed === undefined && asked.status === 'error')
				expect(JSON.stringify(body)).toMatch(/error|failed|erro/i);
		},
	);
});
