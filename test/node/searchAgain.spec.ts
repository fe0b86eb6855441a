import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { agentWith, type Agent } from '../support/agent';
import { credentialFor } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** A search of several pages that is asked for again in the same execution, as agents and loops do. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 30 }, (started) => {
	sandbox = started;
});

const searching = (limit: number, options: IDataObject = {}): Agent =>
	agentWith(credentialFor(sandbox), {
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		filtros_pessoa: { niveis_senioridade: [`={{ $fromAI('level', '', 'string') }}`] },
		limit,
		options,
	});
const pages = (): unknown[] =>
	sandbox.requests.of('b2bPersonSearch').map(({ body }) => (body as IDataObject).pagina);
const charged = (): number => sandbox.ledger.charged('b2b');
const question = { level: 'Pleno' };

it('pays no second time for a page that the service has charged as a new search', async () => {
	const { call } = searching(150);
	sandbox.set({ pagesPerKey: 1 });
	const one = await call(question);
	expect([one.length, charged()]).toEqual([150, 2]);
	const again = await call(question);
	expect(again).toEqual(one);
	expect(charged()).toBe(2);
	expect(pages()).toEqual([1, 2, 3]);
});

it('sends no page a second time', async () => {
	const { call } = searching(200);
	const one = await call(question);
	expect(pages()).toEqual([1, 2, 3, 4]);
	expect(await call(question)).toEqual(one);
	expect(pages()).toEqual([1, 2, 3, 4]);
});
