import type { RunState, Submission } from '../../../core/client/runState';
import { Ledger } from '../../../core/purchase/ledger';
import { EntrySets } from '../../support/entrySets';

let sets: EntrySets;
beforeEach(() => {
	sets = new EntrySets().start();
});
afterEach(() => jest.restoreAllMocks());

const ledgerOf = (state: RunState = {}): Ledger => new Ledger(state);
const storedIn = ({ ledger }: RunState): readonly Submission[] => ledger?.submissions ?? [];

describe('what an execution has sent', () => {
	it('is one entry for all purchaseKeys of a call, of the same length each', () => {
		const state: RunState = {};
		const work = ledgerOf(state).sending(['a', 'b', 'c']);
		expect(work).toEqual({ keys: expect.stringMatching(/^[\da-f]{36}$/), count: 3, at: sets.now });
		expect(ledgerOf().sending(['a', 'b', 'c'], 2).count).toBe(2);
		expect(storedIn(state)).toEqual([work]);
	});

	it('is found by any of its purchaseKeys', () => {
		const sent = ledgerOf();
		const work = sent.sending(['a', 'b']);
		expect(sent.find('x', 'b')).toBe(work);
		expect(sent.find('x', 'y')).toBeUndefined();
		expect(sent.find()).toBeUndefined();
	});

	it('has the answer to its submission, where there is one', () => {
		const sent = ledgerOf();
		const work = sent.sending(['a']);
		sent.accepted(work, 'b1');
		expect(work.id).toBe('b1');
		expect(work).not.toHaveProperty('answer');
		sent.accepted(work, 'b1', { total: 5 });
		expect(work.answer).toEqual({ total: 5 });
	});

	it('is output unit by unit, also after n8n has stored it', () => {
		const state: RunState = {};
		const sent = ledgerOf(state);
		const [work, other] = [sent.sending(['a', 'b', 'c', 'b']), sent.sending(['d'])];
		sent.output(['x']);
		sent.output([]);
		expect(work).not.toHaveProperty('output');
		sent.output(['b']);
		expect(other).not.toHaveProperty('output');
		sent.output(['a', 'd']);
		const again = ledgerOf(JSON.parse(JSON.stringify(state)) as RunState);
		expect(['a', 'b', 'c', 'd', 'x'].map((unit) => again.isOutput(unit))).toEqual([
			...[true, true, false, true],
			false,
		]);
		// Of several purchaseKeys of one record, the one by which it is found.
		expect([again.isOutput('x', 'a', 'c'), again.isOutput('x', 'c', 'a')]).toEqual([true, false]);
		// Sent again, it has to come out again.
		again.sending(['a']);
		expect(again.isOutput('a')).toBe(false);
	});

	it('is forgotten in part where part of it was refunded', () => {
		const state: RunState = {};
		const sent = ledgerOf(state);
		const work = sent.sending(['a', 'b', 'a', 'c']);
		sent.output(['c']);
		sent.drop(['a', 'x']);
		for (const each of [sent, ledgerOf(state)]) {
			expect(['a', 'b', 'c'].map((unit) => each.find(unit))).toEqual([undefined, work, work]);
			expect([each.isOutput('b'), each.isOutput('c')]).toEqual([false, true]);
		}
		sent.drop(['b']);
		sent.drop(['c']);
		expect(storedIn(state)).toEqual([]);
	});

	it('is forgotten in its last sending only', () => {
		const sent = ledgerOf();
		const [first, again] = [sent.sending(['a', 'b']), sent.sending(['a', 'c'])];
		sent.drop(['a']);
		expect([sent.find('a'), sent.find('b'), sent.find('c')]).toEqual([undefined, first, again]);
	});

	it('is forgotten as a whole, and only that', () => {
		const state: RunState = {};
		const sent = ledgerOf(state);
		const [one, , three] = [['a', 'b'], ['c'], ['d']].map((purchaseKeys) => sent.sending(purchaseKeys));
		sent.drop(['c']);
		expect(storedIn(state)).toEqual([one, three]);
		sent.drop(['b', 'a']);
		sent.drop(['x']);
		expect(storedIn(state)).toEqual([three]);
		expect(['a', 'b', 'c', 'd'].map((unit) => sent.find(unit))).toEqual([
			undefined,
			undefined,
			undefined,
			three,
		]);
	});
});

describe('what another execution has sent', () => {
	const other: Submission = { ...ledgerOf().sending(['a', 'b', 'c']), at: 5 };

	it('is taken up with those of its purchaseKeys that are ours', () => {
		const state: RunState = {};
		const sent = ledgerOf(state);
		sent.adopt({ ...other, id: 'b1', answer: { x: 1 } }, ['a', 'c']);
		const [work] = storedIn(state);
		expect(work).toMatchObject({ at: 5, id: 'b1', answer: { x: 1 }, count: 3 });
		expect([sent.find('a'), sent.find('b'), sent.find('c')]).toEqual([work, undefined, work]);
		// Also after n8n has stored it.
		const again = ledgerOf(JSON.parse(JSON.stringify(state)) as RunState);
		expect([again.find('a')?.id, again.find('b')]).toEqual(['b1', undefined]);
	});

	it('is no unit of ours otherwise', () => {
		const sent = ledgerOf();
		sent.adopt({ ...other, id: 'b1' }, ['a']);
		sent.adopt({ ...other, id: 'b2' }, ['b']);
		expect(sent.find('a')?.id).toBe('b1');
		expect(sent.find('b')?.id).toBe('b2');
		sent.drop(['a']);
		expect(sent.find('b')?.id).toBe('b2');
	});
});
