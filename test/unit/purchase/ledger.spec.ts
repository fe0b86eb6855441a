import type { RunState, Submission } from '../../../core/client/runState';
import { inOrderOf, Ledger } from '../../../core/purchase/ledger';
import { EntrySets } from '../../support/entrySets';

beforeEach(() => void new EntrySets().start());
afterEach(() => jest.restoreAllMocks());

const ledgerOf = (state: RunState = {}): Ledger => new Ledger(state);
const storedIn = ({ ledger }: RunState): readonly Submission[] => ledger?.submissions ?? [];

describe('what an execution has sent', () => {
	it('groups what is asked for by the call in which it was sent', () => {
		const sent = ledgerOf();
		const [one, two] = [sent.sending(['a', 'b']), sent.sending(['c'])];
		const [a, b, c, x, y] = ['a', 'b', 'c', 'x', 'y'].map((unit) => ({ purchaseKeys: [unit] }));
		expect([...sent.group([a, x, c, b, y])]).toEqual([
			[one, [a, b]],
			[undefined, [x, y]],
			[two, [c]],
		]);
	});

	it('is output unit by unit, also after n8n has stored it', () => {
		const state: RunState = {};
		const sent = ledgerOf(state);
		const [work, other] = [sent.sending(['a', 'b', 'c', 'b']), sent.sending(['d'])];
		sent.output(['x']);
		sent.output([]);
		expect(work).not.toHaveProperty('output');
		sent.output(['b']);
		expect([work.output, other.output]).toEqual(['0101', undefined]);
		sent.output(['a', 'd']);
		expect([work.output, other.output]).toEqual(['1101', '1']);
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

	it('is forgotten in part where part of it was refunded, in its place', () => {
		const state: RunState = {};
		const sent = ledgerOf(state);
		const work = sent.sending(['a', 'b', 'a', 'c']);
		sent.output(['c']);
		const { keys } = work;
		sent.drop(['a', 'x']);
		const none = '-'.repeat(12);
		expect(work.keys).toBe(`${none}${keys.slice(12, 24)}${none}${keys.slice(36)}`);
		for (const each of [sent, ledgerOf(state)]) {
			expect(['a', 'b', 'c'].map((unit) => each.find(unit))).toEqual([undefined, work, work]);
			expect([each.isOutput('b'), each.isOutput('c')]).toEqual([false, true]);
		}
		sent.drop(['b']);
		sent.drop(['c']);
		expect(storedIn(state)).toEqual([]);
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

	it('is taken up with its purchaseKeys in their places, save those that are not ours', () => {
		const state: RunState = {};
		const sent = ledgerOf(state);
		sent.adopt({ ...other, id: 'b1', answer: { x: 1 } }, ['a', 'c']);
		const [work] = storedIn(state);
		expect(work).toMatchObject({ at: 5, id: 'b1', answer: { x: 1 } });
		expect(work.keys).toBe(`${other.keys.slice(0, 12)}${'-'.repeat(12)}${other.keys.slice(24)}`);
		expect([sent.find('a'), sent.find('b'), sent.find('c')]).toEqual([work, undefined, work]);
		// Also after n8n has stored it.
		const again = ledgerOf(JSON.parse(JSON.stringify(state)) as RunState);
		expect([again.find('a')?.id, again.find('b')]).toEqual(['b1', undefined]);
		const [a, b, c] = ['a', 'b', 'c'].map((unit) => ({ purchaseKeys: [unit] }));
		expect(inOrderOf(work, [c, b, a])).toEqual([a, undefined, c]);
	});
});

describe('contacts with further purchaseKeys', () => {
	const purchaseKeys = ['a', 'b', 'c', 'also b', 'also c', 'also c 2'];
	const [a, b, c] = [['a'], ['b', 'also b'], ['c', 'also c', 'also c 2']].map((own) => ({
		purchaseKeys: own,
	}));

	it('have one place each, by whichever unit they are known', () => {
		const work = ledgerOf().sending(purchaseKeys, [1, 2, 2]);
		expect(inOrderOf(work, [c, b, a])).toEqual([a, b, c]);
		expect(inOrderOf(work, [c])).toEqual([undefined, undefined, c]);
		const known = { purchaseKeys: ['also c 2'] };
		expect(inOrderOf(work, [known, a])).toEqual([a, undefined, known]);
	});

	it('that were sent as one keep its place, the others behind all', () => {
		const work = ledgerOf().sending(purchaseKeys, [1, 2, 2]);
		const [named, found] = [{ purchaseKeys: ['c'] }, { purchaseKeys: ['also c'] }];
		expect(inOrderOf(work, [found, named])).toEqual([undefined, undefined, named, found]);
	});

	it('keep their places where another execution takes them up', () => {
		const state: RunState = {};
		const work = ledgerOf().sending(purchaseKeys, [1, 2, 2]);
		ledgerOf(state).adopt(work, ['also b', 'c']);
		expect(inOrderOf(storedIn(state)[0], [c, b])).toEqual([undefined, b, c]);
	});
});
