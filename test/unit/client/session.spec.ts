import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Connection } from '../../../core/client/connection';
import { Session } from '../../../core/client/session';
import { sessionOf } from '../../support/session';

const endpoint = endpoints.layoutEnrichmentCreate;

/** A session of an execution that may spend so many credits, and of what is left must keep some. */
function sessionWith(credits?: number, balance?: number, left: IDataObject = {}): Session {
	const state: IDataObject = { funds: { at: 0, left } };
	const context = { getContext: () => state } as unknown as IExecuteFunctions;
	return new Session(context, {} as Connection, {
		concurrency: 1,
		requestsPerMinute: 0,
		ceilings: { credits, balance },
	});
}

describe('Maximum Credits', () => {
	it('counts the credits of calls under way until they have ended', () => {
		const session = sessionWith(5);
		const giveBack = session.budget.reserve(endpoint, 3);
		expect(() => session.budget.reserve(endpoint, 3)).toThrow('creditLimit');
		giveBack();
		expect(session.budget.reserve(endpoint, 5)).toBeInstanceOf(Function);
	});

	it('counts what earlier turns of the execution have used', () => {
		const session = sessionWith(5);
		session.budget.spend(endpoint, 3);
		expect(() => session.budget.reserve(endpoint, 3)).toThrow('creditLimit');
	});

	it('refuses a call of unknown cost, which is sent without a limit', () => {
		const unknown = Number.POSITIVE_INFINITY;
		expect(() => sessionWith(5).budget.reserve(endpoint, unknown)).toThrow('creditLimit');
		const session = sessionWith();
		session.budget.reserve(endpoint, unknown)();
		expect(session.budget.creditsLeft).toBeUndefined();
	});
});

describe('Minimum Balance', () => {
	const b2b = endpoints.b2bCompanyEnrichBatch;
	const anyProduct = endpoints.chatAppCheck;

	it('holds for each product, with calls under way and what was spent since the reading', () => {
		const { budget } = sessionWith(undefined, 10, { b2b: 20, b2c: 13 });
		const giveBack = budget.reserve(b2b, 10);
		expect(() => budget.reserve(b2b, 1)).toThrow('balanceLimit');
		expect(budget.reserve(endpoint, 3)).toBeInstanceOf(Function);
		giveBack();
		budget.spend(b2b, 9);
		expect(() => budget.reserve(b2b, 2)).toThrow('balanceLimit');
		expect(budget.reserve(b2b, 1)).toBeInstanceOf(Function);
	});

	it('holds for every product where a call may be charged to any', () => {
		const { budget } = sessionWith(undefined, 10, { b2b: 20, b2c: 13 });
		expect(() => budget.reserve(anyProduct, 4)).toThrow('balanceLimit');
		budget.reserve(anyProduct, 3);
		expect(() => budget.reserve(b2b, 8)).toThrow('balanceLimit');
		expect(budget.reserve(b2b, 7)).toBeInstanceOf(Function);
	});

	it('refuses what costs something while the balance is not known, and calls of unknown cost', () => {
		for (const left of [{}, { b2c: 100 }]) {
			expect(() => sessionWith(undefined, 0, left).budget.reserve(b2b, 1)).toThrow('balanceLimit');
		}
		const unknown = Number.POSITIVE_INFINITY;
		const { budget } = sessionWith(undefined, 0, { b2b: 100 });
		expect(() => budget.reserve(b2b, unknown)).toThrow('balanceLimit');
		expect(budget.reserve(b2b, 0)).toBeInstanceOf(Function);
	});
});

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
