import Ajv from 'ajv';
import { endpoints, type EndpointName } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import { handlers } from '../../sandbox/handlers';
import { useSandbox } from './support';

const bench = useSandbox();
const ajv = new Ajv({ strict: false, validateFormats: false });
const checked = new Set<EndpointName>();

/** Calls an endpoint and checks the answer against the schema that the contract has for its status. */
async function conforms(
	name: EndpointName,
	sent?: object,
	parameters: Record<string, string> = {},
): Promise<unknown> {
	const { method, path, responses }: Endpoint = endpoints[name];
	const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => parameters[parameter]);
	const answer = await bench.http.request({ method, url, [method === 'GET' ? 'params' : 'data']: sent });
	expect(bench.sandbox.requests.last?.endpoint).toBe(name);
	const schema = responses[answer.status];
	expect(schema).toBeDefined();
	// What is not known is null wherever it stands; the contract names types of what is known.
	const known: unknown = JSON.parse(JSON.stringify(answer.data), (_, value: unknown) => value ?? undefined);
	expect(ajv.validate(schema, known) || ajv.errorsText()).toBe(true);
	// Nothing is answered that the contract does not name.
	if (schema.properties !== undefined) {
		expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(answer.data)));
	}
	checked.add(name);
	return answer.data;
}

describe('answers conform to the contract', () => {
	it('of the searches and the lookup', async () => {
		await conforms('b2bPersonSearch', { filtros_pessoa: { estados: ['SP'] }, por_pagina: 50 });
		await conforms('b2bCompanySearch', { filtros_empresa: { estados: ['SP'] }, por_pagina: 50 });
		await conforms('b2bCompanyFind', { document: bench.sandbox.companies.cnpj(1) });
	});

	it('of the enrichments', async () => {
		const person = { id_pessoa: bench.sandbox.persons.id(1) };
		const company = { id_empresa: bench.sandbox.companies.id(1) };
		await conforms('b2bPersonEnrichBatch', { contatos: [person] });
		await conforms('b2bPersonEnrich', { contato: person });
		await conforms('b2bPersonEnrichNow', { contato: person });
		await conforms('b2bCompanyEnrichBatch', { contatos: [company] });
		await conforms('b2bCompanyEnrich', { contato: company });
		await conforms('b2bCompanyEnrichNow', { contato: company });
		const id_processamento = bench.sandbox.ledger.entries.at(-1)?.batchId ?? '';
		await conforms('batchStatus', undefined, { id_processamento });
		await conforms('balance');
	});

	it('of the registry lookups', async () => {
		const cpf = bench.sandbox.persons.cpf(1);
		const cnpj = bench.sandbox.companies.cnpj(1);
		await conforms('personGet', { cpf });
		await conforms('personSearch', { name: 'silva' });
		await conforms('personSearchByPattern', { name: '*silva*' });
		await conforms('companyGet', { cnpj });
		await conforms('companySearch', { razao_social: 'padaria' });
		await conforms('companyBranches', { cnpj });
	});

	it('of the saved filters, the chat app and the business context', async () => {
		const filter = { filter_name: 'Test', data: { states: ['SP'] } };
		await conforms('savedFilterCreate', { ...filter, filter_type: 1 });
		await conforms('savedPersonFilters');
		await conforms('savedCompanyFilters');
		await conforms('chatAppCheck', { ddd: '51', phone: '900000000' });
		await conforms('chatAppCheckBatch', { phones: [{ ddd: '51', phone: '900000000' }] });
		await conforms('companyIntel', { cnpj: bench.sandbox.companies.cnpj(1) });
	});

	it('of prospecting and of the layouts', async () => {
		await conforms('personCount', { export: false, states: ['SP'] });
		await conforms('companyCount', { export: false, states: ['SP'] });
		const job = { export: true, name: 'Test', quantity: 5, states: ['SP'] };
		await conforms('companyJob', job);
		const { id } = (await conforms('personJob', job)) as { id: number };
		await conforms('prospectingResult', undefined, { job_id: String(id) });
		await conforms('layouts');
		const file = Buffer.from(bench.sandbox.persons.cpf(1)).toString('base64');
		const layout = { name: 'Test', layout_id: 3, parameters: ['5'], file };
		const created = (await conforms('layoutEnrichmentCreate', layout)) as { id: number };
		await bench.sandbox.clock.advance(60_000);
		await conforms('prospectingResult', undefined, { job_id: String(id) });
		await conforms('layoutEnrichmentResult', undefined, { id: String(created.id) });
	});

	it('of the reference data and the account', async () => {
		const names = [
			'profiles', 'cities', 'neighborhoods', 'occupations', 'economicActivities', 'sectors',
			'filterStructure', 'filterOptions',
		] as const; // prettier-ignore
		for (const name of names) await conforms(name);
		await conforms('autocomplete', { setor: 'a' });
	});

	it('of every endpoint that is served, and every one of the contract is', () => {
		expect([...checked].sort()).toEqual(Object.keys(handlers).sort());
		expect([...checked].sort()).toEqual(Object.keys(endpoints).sort());
	});
});
