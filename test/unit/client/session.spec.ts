import type { Session } from '../../../core/client/session';
import { sessionOf } from '../../support/session';

describe('hints', () => {
	const shown = (hints: ReadonlyArray<Parameters<Session['hint']>>, uncertain = 0) => {
		const told: unknown[] = [];
		const logged: string[] = [];
		const session = sessionOf({}, {}, {
			addExecutionHints: ({ message, type }: { message: string; type: string }) =>
				void told.push([type, message]),
			logger: { info: (message: string) => void logged.push(message) },
		} as never);
		session.usage.uncertain = uncertain;
		for (const hint of hints) session.hint(...hint);
		session.showHints();
		return { told, logged };
	};

	it('are two at most: the sum, and the most important other; the rest is in the log', () => {
		const { told, logged } = shown([
			['Later.', 'info'],
			['A warning.'],
			['A warning.'],
			['It costs.', 'cost'],
			['The sum.', 'sum'],
		]);
		expect(told).toEqual([
			['info', 'The sum.'],
			['warning', 'It costs.'],
		]);
		expect(logged).toEqual(['A warning.', 'Later.']);
		expect(shown([])).toEqual({ told: [], logged: [] });
	});

	it('the sum is a warning when a call may have been charged without a response', () => {
		expect(shown([['The sum.', 'sum']], 1).told).toEqual([['warning', 'The sum.']]);
	});
});
