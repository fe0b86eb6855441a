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
		expect(work).toEqual({ keys: expect.stringMatching(/^[\da-f]{36}$/), at: sets.now });
		expect(storedIn(state)).toEqual([work]);
	});

	it('is found by any of its purchaseKeys', () => {
		const sent = ledgerOf();
		const work = sent.sending(['a', 'b']);
		expect(sent.find('x', 'b')).toBe(work);
		expect(sent.find('x', 'y')).toBeUndefined();
		expect(sent.find()).toBeUndefined();
	});

	it('is output unit by unit, also after n8n has stored it', () => {
		const state: RunState = {};
		const sent = ledgerOf(state);
		sent.sending(['a', 'b', 'c', 'b']);
		sent.sending(['d']);
		sent.output(['x']);
		sent.output([]);
		expect(ledgerOf(state).isOutput('b')).toBe(false);
		sent.output(['b']);
		sent.output(['a', 'd']);
		const again = ledgerOf(JSON.parse(JSON.stringify(state)) as RunState);
		expect(['a', 'b', 'c', 'd', 'x'].map((unit) => again.isOutput(unit))).toEqual([
			...[true, true, false, true],
			false,
		]);
		// Of several purchaseKeys of one record, the one by which it is found.
		expect([again.isOutput('x', 'a', 'c'), again.isOutput('x', 'c', 'a')]).toEqual([true, false]);
		// Sent again, it has to come out again.
		const stored: RunState = {};
		const later = ledgerOf(stored);
		later.sending(['a']);
		later.output(['a']);
		later.sending(['a']);
		expect([later.isOutput('a'), ledgerOf(stored).isOutput('a')]).toEqual([false, false]);
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

it('has the ID of what another execution has sent, also after n8n has stored it', () => {
	const state: RunState = {};
	ledgerOf(state).sending(['a', 'c'], 'b1');
	const again = ledgerOf(JSON.parse(JSON.stringify(state)) as RunState);
	expect(['a', 'b', 'c'].map((unit) => again.find(unit)?.id)).toEqual(['b1', undefined, 'b1']);
});
