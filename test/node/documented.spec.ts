import type { IDataObject } from 'n8n-workflow';

import { neutralNames } from '../../contract/brandTerms';
import { arrivals, type Arrival } from '../../sandbox/http/arrivals';
import { announceUndocumented } from '../support/document/watch';
import { Watcher } from '../support/document/watcher';
import { useNode } from './support/useNode';

/** What every test of the node is held to: it sends what is in the OpenAPI document, or it fails. */

const { sandbox, run } = useNode({ persons: 50, companies: 50, apiKey: 'watched-key' });

/** Beside the watcher of all tests, one whose judgement can be looked at. */
let watcher: Watcher;
const note = (arrival: unknown): void => watcher.note(arrival as Arrival);
beforeEach(() => {
	watcher = new Watcher();
	arrivals.subscribe(note);
});
afterEach(() => arrivals.unsubscribe(note));

const lookup = async (advanced: IDataObject = {}): Promise<void> => {
	const filters = { filtros_empresa: { estados: ['SP'] }, limit: 1 };
	await run('b2bCompany.searchB2bCompanies', { ...filters, options: { advanced } });
	expect(sandbox.requests.all).toHaveLength(1);
};

const SEARCH = 'POST /b2b/companies/';

it.each<readonly [string, IDataObject, place: string, what: string]>([
	['an unknown field', { filtros_empresa: { cpf: '1' } }, 'body filtros_empresa.cpf', 'is not in'],
	['another type', { por_pagina: '1' }, 'body por_pagina', 'must be integer'],
	[
		'a text without effect',
		{ filtros_empresa: { atividades_cnae: ['1'] } },
		'body filtros_empresa.atividades_cnae[0]',
		'must be written otherwise',
	],
	[
		'states and locations',
		{ filtros_empresa: { localizacoes: ['Porto Alegre, RS'] } },
		'body filtros_empresa',
		'has more than one of estados, localizacoes',
	],
])('fails for %s', async (_, additionalBodyFields, place, what) => {
	announceUndocumented(SEARCH, place);
	await lookup({ additionalBodyFields });
	expect(() => watcher.judge()).toThrow(`${SEARCH}: ${place} ${what}`);
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
