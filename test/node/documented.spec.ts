import { neutralNames } from '../../contract/brandTerms';
import { arrivals, type Arrival } from '../../sandbox/http/arrivals';
import { announceUndocumented } from '../support/document/watch';
import { Watcher } from '../support/document/watcher';
import { useNode } from './support/useNode';

/** What every test of the node is held to: it sends what is in the OpenAPI document, or it fails. */

const { run } = useNode({ persons: 50, companies: 50, apiKey: 'watched-key' });

/** Beside the watcher of all tests, one whose judgement can be looked at. */
let watcher: Watcher;
const note = (arrival: unknown): void => watcher.note(arrival as Arrival);
beforeEach(() => {
	watcher = new Watcher();
	arrivals.subscribe(note);
});
afterEach(() => arrivals.unsubscribe(note));

const SEARCH = 'POST /b2b/companies/';

it('fails for what the document does not have, also where it is announced to others', async () => {
	announceUndocumented(SEARCH, 'body filtros_empresa.cpf');
	const options = { additionalBodyFields: { filtros_empresa: { cpf: '1' } } };
	const filters = { filtros_empresa: { estados: ['SP'] }, limit: 1 };
	await run('b2bCompany.searchB2bCompanies', { ...filters, options });
	expect(() => watcher.judge()).toThrow(`${SEARCH}: body filtros_empresa.cpf is not in`);
});

it.each<readonly [Partial<Arrival>, string]>([
	[{ method: 'POST' }, 'POST /v1/balance: method is not in the document'],
	[{ headers: {} }, 'GET /balance: header Authorization is not "Token", a space and a key'],
])('fails for %j', (arrival, problem) => {
	const headers = { authorization: 'Token watched-key' };
	const call = { method: 'GET', path: '/v1/balance', headers, query: {}, text: '', brandTerms: neutralNames };
	watcher.note(call);
	expect(() => watcher.judge()).not.toThrow();
	watcher.note({ ...call, ...arrival });
	expect(() => watcher.judge()).toThrow(problem);
});

it('fails for an announcement of what is not sent', () => {
	watcher.announce(`${SEARCH}: body more`);
	expect(() => watcher.judge()).toThrow(`but not sent:\n${SEARCH}: body more`);
});
