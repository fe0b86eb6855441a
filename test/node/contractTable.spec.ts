import { repeatAfterLoss, type RepeatAfterLoss } from '../../contract/model/billing';
import { endpoints } from '../../contract';
import type { IDataObject, INode } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { CHARGED } from '../support/allOperations';
import { status, SUBJECTS, type Subject } from '../support/chaosCases';
import type { NodeResult } from '../support/harness';
import { forgetProcessed } from '../support/processedStore';
import { useNode } from './support/useNode';

/**
 * Every charged call against every kind of answer: how often it is sent, what it costs and what a later execution does
 * follow from its billing in the contract.
 */

const { sandbox, run: runNamed } = useNode({ persons: 300, companies: 100 });

// List > Enrich makes the calls of others, and the business context is asked for until it is ready.
const TABLED = SUBJECTS.filter(
	({ operation }) => operation !== 'enrichList' && operation !== 'getBusinessContext',
);

it('has every charged operation: one that is missing is a row for SUBJECTS', () => {
	const missing = CHARGED.filter(
		([, resource, key]) => !SUBJECTS.some((each) => each.resource === resource && each.operation === key),
	);
	expect(missing.map(([label]) => label)).toEqual([]);
});

/** A process remembers for a day what an execution was answered. */
const forget = async (): Promise<void> => {
	sandbox.reset();
	forgetProcessed();
	await sandbox.clock.advance(8 * 24 * 3_600_000);
};

const run = async (
	{ resource, operation, parameters = {}, items }: Subject,
	options: IDataObject = {},
	settings: Partial<INode> = { onError: 'continueRegularOutput' },
): Promise<NodeResult> => {
	const given = { ...parameters, options: { includeUsage: true, ...options } };
	return await runNamed(`${resource}.${operation}`, given, items(sandbox).slice(0, 1), { settings });
};

interface Told {
	readonly sent: number;
	readonly charged: number;
}
const told = ({ endpoint }: Subject): Told => ({
	sent: sandbox.requests.of(endpoint).length,
	charged: sandbox.ledger.charged() - sandbox.ledger.refunded(),
});

const usual = new Map<Subject, Told>();
/** What a run without trouble sends and costs. */
async function usualOf(subject: Subject): Promise<Told> {
	const known = usual.get(subject);
	if (known !== undefined) return known;
	await forget();
	const { error, items } = await run(subject);
	expect([error, items.filter(({ json }) => json.error !== undefined)]).toEqual([undefined, []]);
	const found = told(subject);
	usual.set(subject, found);
	await forget();
	return found;
}

const LOST: Readonly<Record<string, Omit<Fault, 'endpoint'>>> = {
	'a reset before processing': { kind: 'reset', when: 'before' },
	'a reset after processing': { kind: 'reset', when: 'after' },
	'500 after processing': status(500, 'after'),
	'503 with Retry-After': status(503, 'before', { headers: { 'Retry-After': '5' } }),
	'half an answer': { kind: 'truncated' },
};
/** Says nothing of what became of the call, which is not sent again whatever it costs. */
const SAYS_NOTHING = { '408 after processing': status(408, 'after') };
const isProcessed = ({ kind, when }: Omit<Fault, 'endpoint'>): boolean =>
	kind === 'truncated' || when === 'after';
const REJECTED = [400, 401, 402, 403, 404, 422];

/** Attempts at a call whose answer is lost each time. */
const ATTEMPTS: Readonly<Record<RepeatAfterLoss, number>> = { safe: 4, sameKeyAfterHold: 3, never: 1 };

describe.each(TABLED.map((subject) => [`${subject.resource}.${subject.operation}`, subject] as const))(
	'%s',
	(_, subject) => {
		const { endpoint } = subject;
		const call = endpoints[endpoint];
		const isEachTime = repeatAfterLoss(call) === 'never';
		const strike = (fault: Omit<Fault, 'endpoint'>): void => sandbox.faults.add({ ...fault, endpoint });
		beforeEach(forget);

		it('says what it has cost', async () => {
			const { sent, charged } = await usualOf(subject);
			expect([sent > 0, charged > 0]).toEqual([true, true]);
			const { items } = await run(subject);
			expect(items[0].json.usage).toMatchObject({ uncertainCalls: 0 });
			expect((items[0].json.usage as IDataObject).creditsAtMost).toBeGreaterThanOrEqual(charged);
		});

		it.each(Object.entries({ ...LOST, ...(isEachTime && SAYS_NOTHING) }))(
			'after %s is sent again only where that costs nothing',
			async (__, fault) => {
				const { sent, charged } = await usualOf(subject);
				strike(fault);
				const { items, hints } = await run(subject);
				if (!isEachTime) {
					expect(told(subject)).toEqual({ sent: sent + 1, charged });
					expect(items[0].json.error).toBeUndefined();
					return;
				}
				const cost = isProcessed(fault) ? charged : 0;
				expect(told(subject)).toEqual({ sent: 1, charged: cost });
				expect(JSON.stringify(items[0].json)).toMatch(/may have been (processed and )?charged/);
				expect(JSON.stringify(hints)).toContain('1 call without a response (counted as charged)');
				// A later execution reports it, and sends it only when told to.
				await run(subject);
				expect(told(subject)).toEqual({ sent: 1, charged: cost });
				await run(subject, { ifSentBefore: 'send' });
				expect(told(subject)).toEqual({ sent: 1 + sent, charged: cost + charged });
			},
		);

		it('is sent so many times when every answer is lost, and not again by the tries of n8n', async () => {
			strike({ kind: 'reset', when: 'after', times: 'always' });
			await run(subject);
			expect(told(subject).sent).toBe(ATTEMPTS[repeatAfterLoss(call)]);
			if (!isEachTime) return;
			await forget();
			strike({ kind: 'reset', when: 'after', times: 'always' });
			await run(subject, {}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
			expect(told(subject).sent).toBe(1);
		});

		it('is sent again after 429 with a short wait only where calls have slots', async () => {
			const { sent, charged } = await usualOf(subject);
			strike(status(429, 'before', { headers: { 'Retry-After': '5' } }));
			const { items } = await run(subject);
			const hasSlots = repeatAfterLoss(call) === 'sameKeyAfterHold';
			expect(items[0].json.error === undefined).toBe(hasSlots);
			expect(told(subject)).toEqual(hasSlots ? { sent: sent + 1, charged } : { sent: 1, charged: 0 });
		});

		it.each(REJECTED)('is not sent again after %i, and by a later execution it is', async (code) => {
			const { sent, charged } = await usualOf(subject);
			strike(status(code, 'before'));
			const { items } = await run(subject);
			expect(items[0].json.error ?? items[0].json.outcome).toEqual(expect.any(String));
			expect(told(subject)).toEqual({ sent: 1, charged: 0 });
			expect((await run(subject)).items[0].json.error).toBeUndefined();
			expect(told(subject)).toEqual({ sent: 1 + sent, charged });
		});
	},
);
