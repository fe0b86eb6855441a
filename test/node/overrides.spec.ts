import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { Sandbox } from '../../sandbox';
import { credentialFor, rows, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** What Advanced (JSON) changes of the main request keeps to the price and the repeat rule of what is really called. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 100 }, (started) => (sandbox = started));

type Given = IDataObject & { readonly settings?: NodeRun['settings'] };

const run = async (
	resource: string,
	operation: string,
	{ settings, ...parameters }: Given,
	items?: IDataObject[],
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, items, settings });

/** A service that has every path, but answers none of its first calls. */
let other: Server;
let answered: { status: number; body: string };
const visits: string[] = [];
beforeAll(async () => {
	other = createServer(({ url = '' }, answer) => {
		visits.push(url);
		answer.writeHead(answered.status, { 'content-type': 'application/json' }).end(answered.body);
	});
	await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
});
beforeEach(() => {
	visits.length = 0;
	answered = { status: 504, body: '{}' };
});
afterAll(async () => await new Promise((closed) => other.close(closed)));

const atOther = async (
	resource: string,
	operation: string,
	{ settings, ...parameters }: Given,
	items?: IDataObject[],
): Promise<NodeResult> => {
	const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1`;
	const credential = { ...credentialFor(sandbox), baseUrl };
	return await runNode({ credential, resource, operation, parameters, items, settings });
};

const lose = (endpoint: EndpointName, times: number): void =>
	sandbox.faults.add({ kind: 'status', status: 504, when: 'after', endpoint, times });
const usageOf = ({ items }: NodeResult): unknown => items[0]?.json.usage;
const advanced = (settings: IDataObject): IDataObject => ({
	options: { advanced: { includeUsage: true, ...settings } },
});
const states = { filters: { states: rows('SP') } };
const refused = ({ error }: NodeResult, message: RegExp): void => {
	expect(error?.message).toMatch(message);
	expect(sandbox.requests.all).toEqual([]);
};

describe('a free operation', () => {
	it.each([true, 'true', 1])('does not become an export by the field export: %j', async (value) => {
		const additionalBodyFields = { export: value, name: 'x', quantity: 20, plan: '3' };
		lose('personJob', 2);
		refused(
			await run('prospecting', 'countPersons', { ...states, ...advanced({ additionalBodyFields }) }),
			/^additionalBodyFields has "export", which belongs to another call at this path, with another price\.$/,
		);
	});

	it.each(['/chatapp/search/', '/chatapp/search', '/chatapp/%73earch/', '/persons/'])(
		'does not become a charged one by the path %s',
		async (requestPath) => {
			refused(
				await run('account', 'getBalance', advanced({ requestPath })),
				/^requestPath leads to a call that may be charged \(.+\), and this operation is free\.$/,
			);
		},
	);

	it('may be charged at a path that nobody knows, and is sent once', async () => {
		const to = advanced({ requestPath: '/another/path/' });
		const lost = await atOther('account', 'getBalance', to);
		expect(lost.error?.description).toMatch(/^The call may have been processed and charged/);
		expect(visits).toEqual(['/v1/another/path/']);
		answered = { status: 200, body: '{"b2b": 1}' };
		expect(usageOf(await atOther('account', 'getBalance', to))).toMatchObject({ creditsAtMost: 1 });
	});

	it('is free at its own path, however it is written', async () => {
		for (const requestPath of ['/balance', '/balance/', '/b%61lance/']) {
			visits.length = 0;
			const lost = await atOther('account', 'getBalance', advanced({ requestPath }));
			expect(lost.error?.description).toMatch(/^The call is free/);
			expect(visits.length).toBeGreaterThan(1);
		}
	});
});

describe('a charged operation', () => {
	const lookup = async (more: IDataObject, items = [{ cnpj: sandbox.companies.cnpj(0) }]) =>
		await run('company', 'getCompany', more, items);

	it.each([
		['company', 'getCompany', '/company/list/', /\(Search .+ 1 B2C credit per call/, 'Company: Search'],
		[
			'b2bCompany',
			'searchB2bCompanies',
			'/b2b/companies/enrich/bulk/',
			/per record/,
			'B2B Company: Enrich in Batch',
		],
		['b2bCompany', 'enrichCompanies', '/b2b/companies/enrich/bulk', /per record/, 'List: Enrich'],
	])('%s > %s does not become one with another kind of price', async (...given) => {
		const [resource, operation, requestPath, told, instead] = given;
		const identified = { identifyBy: 'id_empresa', id_empresa: 7, waitLimit: 60 };
		const parameters = { ...identified, ...advanced({ requestPath }) };
		const items = [{ cnpj: sandbox.companies.cnpj(0) }];
		const { error } = await run(resource, operation, parameters, items);
		expect(error?.message).toMatch(/^requestPath leads to another call .+ whose price is of another kind: /);
		expect(error?.message).toMatch(told);
		expect(error?.description).toContain(instead);
		expect(error?.description).toContain('which knows what that call costs');
		expect(sandbox.requests.all).toEqual([]);
	});

	it('may be charged each time at a path that nobody knows, and is not repeated', async () => {
		const items = [{ cnpj: sandbox.companies.cnpj(0) }];
		const lost = await atOther('company', 'getCompany', advanced({ requestPath: '/new/companies/' }), items);
		expect(lost.error?.description).toMatch(/^The call may have been processed and charged/);
		expect(visits).toHaveLength(1);
	});

	it('does not become a lookup by a field of the body', async () => {
		const additionalBodyFields = { document: sandbox.companies.cnpj(0) };
		refused(
			await run('b2bCompany', 'searchB2bCompanies', advanced({ additionalBodyFields })),
			/^additionalBodyFields has "document", which belongs to another call at this path/,
		);
	});

	it.each([
		['b2bPerson', 'enrichPersons'],
		['b2bCompany', 'enrichCompanies'],
		['b2bPerson', 'enrichPersonNow'],
	])('%s > %s does not become a batch by a list of contacts', async (resource, operation) => {
		const additionalBodyFields = { contatos: [{ id_pessoa: 1 }, { id_pessoa: 2 }] };
		const identified = { identifyBy: 'url_social', url_social: sandbox.companies.socialUrl(0) };
		refused(
			await run(resource, operation, { ...identified, ...advanced({ additionalBodyFields }) }),
			/^additionalBodyFields has 2 entries in "contatos", each of which the service may charge, but this operation counts one record\.$/,
		);
	});

	it('is repeated at its own path', async () => {
		lose('companyGet', 1);
		const { error } = await lookup(advanced({ requestPath: '/companies/' }));
		expect(error).toBeUndefined();
		expect(sandbox.requests.of('companyGet')).toHaveLength(2);
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it('is not sent again with its key to a path that may take none', async () => {
		await atOther(
			'b2bCompany',
			'enrichCompanyNow',
			{
				identifyBy: 'cnpj',
				cnpj: '={{ $json.cnpj }}',
				options: { skipFindingId: true },
				...advanced({ requestPath: '/enrich/elsewhere' }),
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			},
			[{ cnpj: sandbox.companies.cnpj(0) }],
		);
		expect(visits.filter((url) => url.endsWith('/enrich/elsewhere'))).toHaveLength(1);
	});

	it('counts a quantity that is a text', async () => {
		const quantity = { additionalBodyFields: { quantity: '60' } };
		const job = { jobName: 'Ana', quantity: 5, ...states, afterCreation: 'return' };
		const many = await run('prospecting', 'createPersonJob', {
			...job,
			options: { maxCredits: 50, advanced: quantity },
		});
		expect(many.error?.message).toMatch(/^Not sent: this run would cost up to 60 credits/);
		expect(sandbox.requests.of('personJob')).toEqual([]);
	});

	it.each([
		'/..%2f..%2fbalance',
		'/a%2f..%2fbalance',
		'/%2e%2e%5cbalance',
		'/balance\u0000',
		'/balance%00',
		'/a%0d%0ab',
		'/a%3fb',
		'/%zz',
		['/balance'],
		null,
		7,
	])('takes no path %j', async (requestPath) => {
		refused(
			await lookup({ options: { advanced: JSON.stringify({ requestPath }) } }),
			/^requestPath is not a path below the base address\.$/,
		);
	});
});

describe('the time that is waited for an answer', () => {
	it.each([2_147_484, 3601, 0, -1])('is not %d seconds', async (requestTimeout) => {
		refused(
			await run('person', 'getPerson', advanced({ requestTimeout }), [{ cpf: sandbox.persons.cpf(0) }]),
			/^requestTimeout is -?\d+, but must be at (most 3600|least 1)\.$/,
		);
	});

	it.each(['enrichCompanyNow', 'enrichPersonNow'])('is no shorter than %s is held', async (operation) => {
		const resource = operation === 'enrichPersonNow' ? 'b2bPerson' : 'b2bCompany';
		const id = { id_pessoa: sandbox.persons.id(0), id_empresa: sandbox.companies.id(0) };
		const identifyBy = operation === 'enrichPersonNow' ? 'id_pessoa' : 'id_empresa';
		const ask = async (requestTimeout: number) =>
			await run(resource, operation, { identifyBy, ...advanced({ requestTimeout }) }, [id]);
		refused(await ask(74), /^requestTimeout is 74, but must be at least 75 here/);
		expect((await ask(75)).error).toBeUndefined();
	});

	it('in the credential does not go above what a timer takes', async () => {
		const credential = { ...credentialFor(sandbox), requestTimeout: 3_000_000 };
		const { error } = await runNode({ credential, resource: 'account', operation: 'getBalance' });
		expect(error).toBeUndefined();
		expect(sandbox.requests.all).toHaveLength(1);
	});
});
