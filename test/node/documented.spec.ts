import type { IDataObject } from 'n8n-workflow';

import { neutralNames } from '../../contract/brandTerms';
import type { Sandbox } from '../../sandbox';
import { arrivals, type Arrival } from '../../sandbox/http/arrivals';
import { announceUndocumented } from '../support/document/watch';
import { Watcher } from '../support/document/watcher';
import { credentialFor, runNode } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** What every test of the node is held to: it sends what is in the OpenAPI document, or it fails. */

let sandbox: Sandbox;
useSandbox({ persons: 50, companies: 50, apiKey: 'watched-key' }, (started) => (sandbox = started));

/** Beside the watcher of all tests, one whose judgement can be looked at. */
let watcher: Watcher;
const note = (arrival: unknown): void => watcher.note(arrival as Arrival);
beforeEach(() => {
	watcher = new Watcher();
	arrivals.subscribe(note);
});
afterEach(() => arrivals.unsubscribe(note));

const lookup = async (advanced: IDataObject = {}): Promise<void> => {
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bCompany',
		operation: 'searchB2bCompanies',
		parameters: { filtros_empresa: { estados: ['SP'] }, limit: 1, options: { advanced } },
	});
	expect(sandbox.requests.all).toHaveLength(1);
};

const SEARCH = 'POST /b2b/companies/';
const CPF = '123.456.789-09';

it('passes a call that is in the document', async () => {
	await lookup();
	expect(() => watcher.judge()).not.toThrow();
});

it.each<readonly [string, IDataObject, call: string, place: string, what: string]>([
	['an unknown field', { filtros_empresa: { cpf: CPF } }, SEARCH, 'body filtros_empresa.cpf', 'is not in'],
	['another type', { por_pagina: CPF }, SEARCH, 'body por_pagina', 'must be integer'],
	[
		'a text without effect',
		{ filtros_empresa: { atividades_cnae: [CPF] } },
		SEARCH,
		'body filtros_empresa.atividades_cnae[0]',
		'must be written otherwise',
	],
	[
		'states and locations',
		{ filtros_empresa: { localizacoes: ['Porto Alegre, RS'] } },
		SEARCH,
		'body filtros_empresa',
		'has more than one of estados, localizacoes',
	],
])('fails for %s, without its value', async (_, additionalBodyFields, call, place, what) => {
	announceUndocumented(call, place);
	await lookup({ additionalBodyFields });
	let told = '';
	try {
		watcher.judge();
	} catch (error) {
		told = String(error);
	}
	expect(told).toContain(`${call}: ${place} ${what}`);
	expect(told).not.toMatch(/123|Maria|watched-key/);
});

it('fails for another path, query and method, and says no ID of it', async () => {
	const call = {
		headers: { authorization: 'Token watched-key' },
		query: {},
		text: '',
		brandTerms: neutralNames,
	};
	const told = (arrival: Partial<Arrival>): string => {
		watcher.note({ method: 'GET', path: '/v1/balance', ...call, ...arrival });
		try {
			watcher.judge();
			return 'nothing';
		} catch (error) {
			return String(error).split('\n').slice(1).join();
		}
	};
	expect(told({})).toBe('nothing');
	expect(told({ path: '/v1/persons/12345678909/' })).toBe('GET /v1/persons/*/: path is not in the document');
	expect(told({ method: 'POST' })).toBe('POST /v1/balance: method is not in the document');
	expect(told({ query: { '12345678909': '1' } })).toBe(
		'GET /balance: query (odd name) is not in the document',
	);
	expect(told({ headers: {} })).toBe('GET /balance: header Authorization is not "Token", a space and a key');
	expect(told({ path: '/v1/prospection/abc/result/' })).toBe(
		'GET /prospection/{job_id}/result/: path job_id must be integer',
	);
	expect(told({ headers: { ...call.headers, 'idempotency-key': 'x' } })).toBe(
		'GET /balance: header Idempotency-Key is not in the document',
	);
});

it('fails for an announcement of what is not sent', () => {
	watcher.announce(`${SEARCH}: body more`);
	expect(() => watcher.judge()).toThrow(`but not sent:\n${SEARCH}: body more`);
	expect(() => watcher.judge()).not.toThrow();
});
