import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../../../core/client/connection';
import { ownPurchaseKey } from '../../../core/background/jobs';
import { Service } from '../../../core/client/service';
import { Session } from '../../../core/client/session';
import { fingerprint } from '../../../core/base/fingerprint';
import type { RunState } from '../../../core/client/runState';
import { Ledger } from '../../../core/purchase/ledger';

describe('the fingerprint', () => {
	const body = { contatos: [{ id_pessoa: 1 }, { id_pessoa: 2 }], url_webhook: 'https://a.example' };

	it.each([
		['a value', { ...body, url_webhook: 'https://b.example' }],
		['the type of a value', { ...body, contatos: [{ id_pessoa: '1' }, { id_pessoa: 2 }] }],
		['the order of a list', { ...body, contatos: [{ id_pessoa: 2 }, { id_pessoa: 1 }] }],
		['where a list ends', { ...body, contatos: [[{ id_pessoa: 1 }], { id_pessoa: 2 }] }],
	])('differs with %s', (_, other) => {
		expect(fingerprint('run', other)).not.toBe(fingerprint('run', body));
	});
});

/** The part of n8n's context that names a run and keeps what is remembered. */
function contextOf(run: { execution?: string; node?: string; index?: number } = {}, state: IDataObject = {}) {
	return {
		getExecutionId: () => run.execution ?? '1',
		getNode: () => ({ id: run.node ?? 'n' }),
		evaluateExpression: () => run.index ?? 0,
		getContext: () => state,
	} as unknown as IExecuteFunctions;
}

const own = (context: IExecuteFunctions) => {
	const session = new Session(context, {} as Connection, { concurrency: 1, requestsPerMinute: 0 });
	return ownPurchaseKey(new Service(session, []), [0]);
};

describe('the run of the node', () => {
	it('is the same when n8n tries again, another in another turn, node or execution', () => {
		const first = own(contextOf());
		expect(own(contextOf())).toBe(first);
		for (const other of [{ execution: '2' }, { node: 'm' }, { index: 1 }]) {
			expect(own(contextOf(other))).not.toBe(first);
		}
	});
});

describe('sent work', () => {
	afterEach(() => jest.restoreAllMocks());

	it('can be stored with the execution as JSON, without the purchaseKeys themselves', () => {
		const state: RunState = {};
		const sent = new Ledger(state);
		sent.sending(['cpf:12345678909'], 'b1');
		const stored = JSON.stringify(state);
		expect(stored).not.toContain('12345678909');
		expect(new Ledger(JSON.parse(stored) as RunState).find('cpf:12345678909')).toMatchObject({ id: 'b1' });
	});
});
