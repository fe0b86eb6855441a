import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Connection } from '../../../core/client/connection';
import { Session } from '../../../core/client/session';

const endpoint = endpoints.layoutEnrichmentCreate;

/** A session of an execution that may spend so many credits. */
function sessionWith(credits?: number): Session {
	const state: IDataObject = {};
	const context = { getContext: () => state } as unknown as IExecuteFunctions;
	return new Session(context, {} as Connection, { concurrency: 1, requestsPerMinute: 0, credits });
}

describe('Maximum Credits', () => {
	it('counts the credits of calls under way until they have ended', () => {
		const session = sessionWith(5);
		const giveBack = session.reserve(endpoint, 3);
		expect(() => session.reserve(endpoint, 3)).toThrow('creditLimit');
		giveBack();
		expect(session.reserve(endpoint, 5)).toBeInstanceOf(Function);
	});

	it('counts what earlier turns of the execution have used', () => {
		const session = sessionWith(5);
		session.spent.credits = 3;
		expect(() => session.reserve(endpoint, 3)).toThrow('creditLimit');
	});

	it('refuses a call of unknown cost, which is sent without a limit', () => {
		const unknown = Number.POSITIVE_INFINITY;
		expect(() => sessionWith(5).reserve(endpoint, unknown)).toThrow('creditLimit');
		const session = sessionWith();
		session.reserve(endpoint, unknown)();
		expect(session.creditsLeft).toBeUndefined();
	});
});
