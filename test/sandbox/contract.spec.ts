import { endpoints, type EndpointName } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import { useSandbox } from './support';

const bench = useSandbox();

const HOUR = 3_600_000;
const file = (): string => Buffer.from(bench.sandbox.persons.cpf(1)).toString('base64');
const person = () => ({ id_pessoa: bench.sandbox.persons.id(1) });
const company = () => ({ id_empresa: bench.sandbox.companies.id(1) });
const phone = { ddd: '51', phone: '900000000' };
const job = { export: true, name: 'Synthetic', quantity: 5, states: ['SP'] };
const filter = { filter_name: 'Test', filter_type: 1, data: { states: ['SP'] } };

/** A call of each endpoint that finds something, and how many records it counts. */
const calls: Readonly<Record<EndpointName, { readonly sent?: () => object; readonly records?: number }>> = {
	b2bPersonSearch: { sent: () => ({ filtros_pessoa: { estados: ['SP'] }, por_pagina: 50 }) },
	b2bCompanySearch: { sent: () => ({ filtros_empresa: { estados: ['SP'] }, por_pagina: 50 }) },
	b2bCompanyFind: { sent: () => ({ document: bench.sandbox.companies.cnpj(1) }) },
	b2bPersonEnrichBatch: { sent: () => ({ contatos: [person(), person()] }), records: 2 },
	b2bPersonEnrich: { sent: () => ({ contato: person() }) },
	b2bPersonEnrichNow: { sent: () => ({ contato: person() }) },
	b2bCompanyEnrichBatch: { sent: () => ({ contatos: [company(), company()] }), records: 2 },
	b2bCompanyEnrich: { sent: () => ({ contato: company() }) },
	b2bCompanyEnrichNow: { sent: () => ({ contato: company() }) },
	batchStatus: {},
	personGet: { sent: () => ({ cpf: bench.sandbox.persons.cpf(1) }) },
	personSearch: { sent: () => ({ name: 'silva' }) },
	personSearchByPattern: { sent: () => ({ name: '*silva*' }) },
	companyGet: { sent: () => ({ cnpj: bench.sandbox.companies.cnpj(1) }) },
	companySearch: { sent: () => ({ razao_social: 'padaria' }) },
	companyBranches: { sent: () => ({ cnpj: bench.sandbox.companies.cnpj(1) }) },
	companyIntel: { sent: () => ({ cnpj: bench.sandbox.companies.cnpj(1) }) },
	personCount: { sent: () => ({ export: false, states: ['SP'] }) },
	personJob: { sent: () => job, records: 5 },
	companyCount: { sent: () => ({ export: false, states: ['SP'] }) },
	companyJob: { sent: () => job, records: 5 },
	prospectingResult: {},
	savedFilterCreate: { sent: () => filter },
	savedPersonFilters: {},
	savedCompanyFilters: {},
	layouts: {},
	layoutEnrichmentCreate: { sent: () => ({ name: 'Test', layout_id: 3, parameters: ['5'], file: file() }) },
	layoutEnrichmentResult: {},
	chatAppCheck: { sent: () => phone },
	chatAppCheckBatch: { sent: () => ({ phones: [phone, phone] }), records: 2 },
	autocomplete: { sent: () => ({ setor: 'a' }) },
	filterStructure: {},
	filterOptions: {},
	profiles: {},
	cities: {},
	neighborhoods: {},
	occupations: {},
	economicActivities: {},
	sectors: {},
	balance: {},
};

/** What the path of a result names: work that was ordered and is done. */
async function ordered(): Promise<Record<string, string>> {
	const order = async (name: EndpointName): Promise<Record<string, unknown>> =>
		(await bench.http.post(endpoints[name].path, calls[name].sent?.())).data;
	const ids = {
		id_processamento: (await order('b2bPersonEnrichBatch')).id_processamento,
		job_id: (await order('personJob')).id,
		id: (await order('layoutEnrichmentCreate')).id,
	};
	await bench.sandbox.clock.advance(HOUR);
	return Object.fromEntries(Object.entries(ids).map(([name, value]) => [name, String(value)]));
}

/** What a call that finds something costs, the first time and again at once. */
function priceOf({ billing }: Endpoint, records = 1): readonly [number, number] {
	switch (billing.kind) {
		case 'free':
			return [0, 0];
		case 'newSearch':
		case 'document':
			return [1, 0];
		default:
			return [records, records];
	}
}

it.each(Object.keys(calls) as EndpointName[])('%s costs what the contract says', async (name) => {
	const endpoint: Endpoint = endpoints[name];
	const parameters = endpoint.path.includes('{') ? await ordered() : {};
	const url = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) => parameters[parameter]);
	const { sent, records } = calls[name];
	const send = async () =>
		await bench.http.request({
			method: endpoint.method,
			url,
			[endpoint.method === 'GET' ? 'params' : 'data']: sent?.(),
		});
	if (name === 'companyIntel') {
		await send();
		await bench.sandbox.clock.advance(HOUR);
	}
	const { ledger } = bench.sandbox;
	const before = ledger.charged();
	expect((await send()).status).toBeLessThan(300);
	const first = ledger.charged() - before;
	await send();
	expect([first, ledger.charged() - before - first]).toEqual(priceOf(endpoint, records));
});

describe('credit rule 4: a document is free again for 24 hours', () => {
	const ask = async (cpf: string) => await bench.http.get('/persons/', { params: { cpf } });

	it('from the call that was charged', async () => {
		const cpf = bench.sandbox.persons.cpf(1);
		await ask(cpf);
		await bench.sandbox.clock.advance(24 * HOUR - 1);
		await ask(cpf);
		expect(bench.sandbox.ledger.charged('b2c')).toBe(1);
		await bench.sandbox.clock.advance(1);
		await ask(cpf);
		expect(bench.sandbox.ledger.charged('b2c')).toBe(2);
	});

	it('and neither charged nor begun when nothing is found', async () => {
		expect((await ask('52998224725')).data).toEqual([]);
		expect(bench.sandbox.ledger.charged()).toBe(0);
	});
});

it('limits: answers 429 to the request after the last of a day, and to all for 24 hours', async () => {
	const statuses = async (count: number): Promise<number[]> => {
		const answered: number[] = [];
		for (let i = 0; i < count; i++) answered.push((await bench.http.get('/balance')).status);
		return answered;
	};
	bench.sandbox.set({ requestsPerDay: 3 });
	expect(await statuses(4)).toEqual([200, 200, 200, 429]);
	await bench.sandbox.clock.advance(24 * HOUR - 1);
	expect(await statuses(1)).toEqual([429]);
	await bench.sandbox.clock.advance(1);
	expect(await statuses(4)).toEqual([200, 200, 200, 429]);
});
