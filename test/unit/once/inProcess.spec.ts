import { clock } from '../../../core/base/clock';
import { InProcess } from '../../../core/once/inProcess';

const HOUR_MS = 60 * 60_000;

afterEach(() => jest.restoreAllMocks());

describe('what this process knows of open units', () => {
	it('is which run holds one, by node', () => {
		const [node, other] = [new InProcess('n'), new InProcess('m')];
		const run = Promise.resolve();
		node.hold('u', run);
		expect(new InProcess('n').holder('u')).toBe(run);
		expect([node.holder('v'), other.holder('u')]).toEqual([undefined, undefined]);
		other.letGo('u');
		expect(node.holder('u')).toBe(run);
		node.letGo('u');
		expect(node.holder('u')).toBeUndefined();
	});

	it('is what was left open, by node, for a day', () => {
		let now = 5_000_000;
		jest.spyOn(clock, 'now').mockImplementation(() => now);
		const [node, other] = [new InProcess('n'), new InProcess('m')];
		const left = { lostAt: now };
		node.leave('u', left);
		expect(new InProcess('n').left('u')).toBe(left);
		expect([node.left('v'), other.left('u')]).toEqual([undefined, undefined]);
		other.settle('u');
		now += 23 * HOUR_MS;
		expect(node.left('u')).toBe(left);
		now += 2 * HOUR_MS;
		expect(node.left('u')).toBeUndefined();
		node.leave('u', left);
		node.settle('u');
		expect(node.left('u')).toBeUndefined();
	});
});
