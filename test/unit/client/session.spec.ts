import type { Session } from '../../../core/client/session';
import { sessionOf } from '../../support/session';

describe('hints', () => {
	const shown = (hints: ReadonlyArray<Parameters<Session['hint']>>) => {
		const told: unknown[] = [];
		const logged: string[] = [];
		const session = sessionOf({}, {}, {
			addExecutionHints: ({ message, type }: { message: string; type: string }) =>
				void told.push([type, message]),
			logger: { info: (message: string) => void logged.push(message) },
		} as never);
		for (const hint of hints) session.hint(...hint);
		session.showHints();
		return { told, logged };
	};

	it('are two at most: the sum, then what costs money, warnings and the rest', () => {
		const { told, logged } = shown([
			['Later.', 'info'],
			['A warning.'],
			['A warning.'],
			['It costs.', 'cost'],
			['The sum.', 'sum'],
		]);
		expect(told).toEqual([
			['info', 'The sum.'],
			['warning', 'It costs. A warning. Later.'],
		]);
		expect(logged).toEqual([]);
	});

	it('are short: what does not fit is in the log', () => {
		const long = 'x'.repeat(300);
		expect(shown([['y'.repeat(30)], [long, 'cost']])).toEqual({
			told: [['warning', long]],
			logged: ['y'.repeat(30)],
		});
		expect(shown([])).toEqual({ told: [], logged: [] });
	});
});
