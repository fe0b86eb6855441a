import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import type { Connection } from '../../../core/client/connection';
import { Session } from '../../../core/client/session';
import { fingerprint } from '../../../core/base/fingerprint';
import type { RunState, Submission } from '../../../core/client/runState';
import { Ledger } from '../../../core/purchase/ledger';

describe('the fingerprint', () => {
	const body = { contatos: [{ id_pessoa: 1 }, { id_pessoa: 2 }], url_webhook: 'https://a.example' };

	it('is short enough for a key and the same each time', () => {
		expect(fingerprint('run', body)).toMatch(/^[0-9a-f]{64}$/);
		expect(fingerprint('run', body)).toBe(fingerprint('run', structuredClone(body)));
	});

	it.each([
		['a value', { ...body, url_webhook: 'https://b.example' }],
		['a missing field', { contatos: body.contatos }],
		['a further field', { ...body, x: null }],
		['the type of a value', { ...body, contatos: [{ id_pessoa: '1' }, { id_pessoa: 2 }] }],
		['the order of a list', { ...body, contatos: [{ id_pessoa: 2 }, { id_pessoa: 1 }] }],
		['the name of a field', { ...body, contatos: [{ id_empresa: 1 }, { id_pessoa: 2 }] }],
		['where a list ends', { ...body, contatos: [[{ id_pessoa: 1 }], { id_pessoa: 2 }] }],
	])('differs with %s', (_, other) => {
		expect(fingerprint('run', other)).not.toBe(fingerprint('run', body));
	});

	it('differs with each of its parts, and with where one ends', () => {
		const all = [
			fingerprint('run', body),
			fingerprint('run2', body),
			fingerprint(body),
			fingerprint('a', 'b'),
			fingerprint('ab'),
			fingerprint(['a', 'b']),
			fingerprint('b', 'a'),
			fingerprint('a,b'),
		];
		expect(new Set(all).size).toBe(all.length);
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

const runKey = (context: IExecuteFunctions) =>
	new Session(context, {} as Connection, { concurrency: 1, requestsPerMinute: 0 }).runKey;

describe('the run of the node', () => {
	it('is the same when n8n tries again, another in another turn, node or execution', () => {
		const first = fingerprint(runKey(contextOf()));
		expect(fingerprint(runKey(contextOf()))).toBe(first);
		for (const other of [{ execution: '2' }, { node: 'm' }, { index: 1 }]) {
			expect(fingerprint(runKey(contextOf(other)))).not.toBe(first);
		}
	});
});

describe('sent work', () => {
	afterEach(() => jest.restoreAllMocks());

	it('survives a further try, with the time of sending and the batch that was accepted', () => {
		jest.spyOn(clock, 'now').mockReturnValue(1234);
		const state: RunState = {};
		new Ledger(state).sending(['a', 'b']);
		const again = new Ledger(state);
		expect(again.find('b')).toMatchObject({ at: 1234 });
		expect(again.find('b')).not.toHaveProperty('id');
		again.accepted(again.find('a') as Submission, 'b1');
		expect(new Ledger(state).find('b')).toMatchObject({ id: 'b1' });
	});

	it('can be stored with the execution as JSON, without the purchaseKeys themselves', () => {
		const state: RunState = {};
		const sent = new Ledger(state);
		sent.accepted(sent.sending(['cpf:12345678909']), 'b1');
		const stored = JSON.stringify(state);
		expect(stored).not.toContain('12345678909');
		expect(new Ledger(JSON.parse(stored) as RunState).find('cpf:12345678909')).toMatchObject({ id: 'b1' });
	});
});
