import type { IDataObject, INode } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { attempt } from '../../../core/base/async';
import { ServiceFailure } from '../../../core/client/failure';
import { Purchases } from '../../../core/purchase/purchases';
import { MarkedAsDone, mayBeCharged, UncertainWork } from '../../../core/purchase/refusals';
import { submitOnce, type Order } from '../../../core/purchase/submit';
import { cannedService, noAnswer, type CannedRun } from '../../support/cannedService';
import { EntrySets } from '../../support/entrySets';

let sets: EntrySets;
let node: string;
let tests = 0;
beforeEach(() => {
	sets = new EntrySets().start();
	node = `submit ${++tests}`;
});
afterEach(() => jest.restoreAllMocks());

const ACCEPTED = { body: { id: 7, more: 'x' } };
const run = async (more: CannedRun = {}) => await cannedService(sets, { node, answers: [ACCEPTED], ...more });
type Run = Awaited<ReturnType<typeof run>>;

const job: Order = {
	call: { endpoint: endpoints.personJob, body: { quantity: 5, name: 'x' } },
	what: 'The job was',
};
/** A saved filter, which is free. */
const filter: Order = {
	call: { endpoint: endpoints.savedFilterCreate, body: { name: 'x' } },
	what: 'The filter was',
};
const units = { own: 'own', bought: 'bought' };

const submitted = async ({ service }: Run, order: Partial<Order> = {}, of: Partial<typeof units> = {}) =>
	await submitOnce(service, { ...units, ...of }, { ...job, ...order }, ({ body }) => {
		const { id, more } = body as unknown as IDataObject;
		if (id === undefined) throw new UncertainWork('no ID', 'Look for it.');
		return { id: String(id), remembered: { more } };
	});
const end = async ({ session }: Run, isOutput = true): Promise<unknown> =>
	await Purchases.of(session).end(isOutput);
const isOpen = (): boolean => sets.has('workflow', `pending ${node} bought`);

describe('a submission', () => {
	it('is sent, and settled when its result is output', async () => {
		const one = await run();
		expect(await submitted(one)).toEqual({ id: '7', remembered: { more: 'x' }, earlier: false });
		expect([one.asked.length, isOpen()]).toEqual([1, true]);
		await end(one);
		expect(isOpen()).toBe(false);
	});

	it('stands in the log by its ID, for whoever finds that n8n was killed', async () => {
		const one = await run();
		await submitted(one);
		expect(sets.logged).toEqual(['The job was accepted by the service under the ID 7.']);
	});

	it('is sent once for all items of a run that buy the same', async () => {
		const one = await run();
		const both = await Promise.all([submitted(one), submitted(one, {}, { own: 'another' })]);
		expect([both[1], one.asked.length]).toEqual([both[0], 1]);
		await submitted(one, {}, { own: 'third', bought: 'else' });
		expect(one.asked).toHaveLength(2);
	});

	it('is its own for each item of an agent, which n8n may hand over as the same turn', async () => {
		const one = await run();
		jest.spyOn(one.session.context, 'getNode').mockReturnValue({ id: node, type: 'nodeTool' } as INode);
		await submitted(one);
		await submitted(one, {}, { bought: 'else' });
		expect(one.asked).toHaveLength(2);
	});

	it('is not claimed where it is free', async () => {
		const one = await run();
		await submitted(one, filter);
		expect(isOpen()).toBe(false);
		await end(one);
		expect((await submitted(await run({ execution: '2' }), filter)).earlier).toBe(false);
	});
});

describe('a submission that was made before', () => {
	it('is taken up by a further try', async () => {
		const state = {};
		const first = await run({ state });
		await submitted(first);
		await end(first, false);
		const next = await run({ state });
		expect(await submitted(next)).toEqual({ id: '7', remembered: { more: 'x' }, earlier: true });
		expect(next.asked).toEqual([]);
		await end(next);
		expect(isOpen()).toBe(false);
	});

	it('is taken up by a further try that would buy something else now', async () => {
		const state = {};
		await submitted(await run({ state }));
		// Even where another execution is at work on that.
		sets.put('workflow', `pending ${node} else`);
		const next = await run({ state });
		expect((await submitted(next, {}, { bought: 'else' })).earlier).toBe(true);
		expect(next.asked).toEqual([]);
	});

	it('is taken up by another execution of this process', async () => {
		const first = await run();
		await submitted(first);
		await end(first, false);
		const other = await run({ execution: '2' });
		expect(await submitted(other)).toEqual({ id: '7', earlier: true });
		expect(other.asked).toEqual([]);
		await end(other);
		expect(isOpen()).toBe(false);
	});

	it('is not sent again where it got no answer', async () => {
		const state = {};
		const first = await run({ state, answers: [noAnswer()] });
		await expect(submitted(first)).rejects.toMatchObject({ kind: 'reset' });
		await end(first);
		const next = await run({ state });
		await expect(submitted(next)).rejects.toMatchObject({
			message: 'The job was sent by an earlier attempt that got no response',
			advice: expect.stringMatching(
				/^It was sent at \d{4}-\S+Z, may have been charged, and was not sent again\. .* on 'Send Again'\.$/,
			),
		});
		const other = await run({ execution: '2' });
		await expect(submitted(other)).rejects.toMatchObject({
			message: 'The job was sent before without a result, and may have been charged',
			advice: expect.stringMatching(/^Nothing was sent again\. /),
		});
		expect([next.asked, other.asked]).toEqual([[], []]);
	});
});

describe('a submission that fails', () => {
	it('may be sent again when it was rejected', async () => {
		const state = {};
		const first = await run({ state, answers: [{ status: 400, body: { detail: 'wrong' } }] });
		const sent = await attempt(submitted(first));
		expect(sent).toMatchObject({ ok: false, error: { kind: 'rejected' } });
		expect(sent).not.toHaveProperty('error.note');
		expect(Purchases.of(first.session).ledger.find('bought')).toBeUndefined();
		await end(first);
		expect(isOpen()).toBe(false);
		expect((await submitted(await run({ state }))).earlier).toBe(false);
	});

	it('gives back what was set aside for it when it was rejected', async () => {
		const limits = { ceilings: { credits: 5 } };
		const one = await run({ limits, answers: [{ status: 400, body: { detail: 'wrong' } }] });
		await expect(submitted(one)).rejects.toMatchObject({ kind: 'rejected' });
		expect(one.session.usage.creditsLeft).toBe(5);
	});

	it('tells when it was sent when it got no answer', async () => {
		const one = await run({ answers: [noAnswer()] });
		await expect(submitted(one)).rejects.toMatchObject({
			note: expect.stringMatching(/^The job was submitted at \d{4}-\d\d-.*Z\.$/),
		});
		expect(one.asked).toHaveLength(1);
	});
});

describe('work that must not be sent', () => {
	it.each<[string, Error, boolean]>([
		['uncertain', new UncertainWork('x', 'y'), true],
		['without an answer', new ServiceFailure({ kind: 'timeout', endpoint: endpoints.personGet }), true],
		[
			'without an answer, but free',
			new ServiceFailure({ kind: 'timeout', endpoint: endpoints.cities }),
			false,
		],
		['rejected', new ServiceFailure({ kind: 'rejected', endpoint: endpoints.personGet }), false],
		['marked as done', new MarkedAsDone('x'), false],
		['anything else', new Error('x'), false],
	])('may have been charged if it is %s', (_, error, may) => expect(mayBeCharged(error)).toBe(may));
});
