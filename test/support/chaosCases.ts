import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { Fault, Settings } from '../../sandbox';
import type { Population } from '../../sandbox/data/population';

type Items = (population: Population) => IDataObject[];

/** A chargeable operation as chaos runs it. */
export interface Subject {
	readonly resource: string;
	readonly operation: string;
	/** The call that is charged. */
	readonly endpoint: EndpointName;
	readonly parameters?: IDataObject;
	readonly items: Items;
	/** Each item is served by itself, so that an answered call must show in the output of its item. */
	readonly isPerItem: boolean;
}

/** Four items, of which the last asks for the same as the first. */
const each =
	(make: (i: number, population: Population) => IDataObject): Items =>
	(population) =>
		[0, 1, 2, 0].map((i) => make(i, population));

const cpf = each((i, { persons }) => ({ cpf: persons.cpf(i) }));
const cnpj = each((i, { companies }) => ({ cnpj: companies.cnpj(i + 1) }));
const person = each((i, { persons }) => ({ id_pessoa: persons.id(i) }));
const company = each((i, { companies }) => ({ id_empresa: companies.id(i + 1) }));
const mixed: Items = ({ companies, persons }) => [
	{ contact: companies.cnpj(1) },
	{ contact: persons.email(0) },
	{ contact: persons.cpf(0) },
	{ contact: 'nobody' },
];
const phone = each((i) => ({ phone: `5190000000${i}` }));
const name = each((i, { persons }) => ({ name: persons.name(i) }));
const legalName = each((i, { companies }) => ({ name: companies.legalName(i + 1) }));
const one: Items = () => [{}];

const job = { jobName: 'Synthetic', quantity: 5, filters: { states: ['SP', 'RJ', 'MG'] }, resultAs: 'items' };
const layout = {
	jobName: 'x',
	layout_id: { __rl: true, mode: 'value', value: 1 },
	resultAs: 'items',
};
const byId = { identifyBy: 'id_empresa' };
const search = { filtros_empresa: { estados: ['SP', 'RJ', 'MG'] }, limit: 150 };

const subject =
	(isPerItem: boolean) =>
	(operationName: string, endpoint: EndpointName, items: Items, parameters?: IDataObject): Subject => {
		const [resource, operation] = operationName.split('.');
		return { resource, operation, endpoint, items, isPerItem, ...(parameters && { parameters }) };
	};
const perItem = subject(true);
const together = subject(false);

export const SUBJECTS: readonly Subject[] = [
	perItem('person.getPerson', 'personGet', cpf),
	perItem('person.searchPersons', 'personSearch', name, { searchBy: { name: '={{ $json.name }}' } }),
	perItem('person.searchByPattern', 'personSearchByPattern', name, { name: '={{ $json.name + "*" }}' }),
	perItem('company.getCompany', 'companyGet', cnpj),
	perItem('company.searchCompanies', 'companySearch', legalName, {
		searchBy: { razao_social: '={{ $json.name }}' },
	}),
	perItem('company.getBranches', 'companyBranches', cnpj),
	together('company.getBusinessContext', 'companyIntel', cnpj),
	together('b2bPerson.searchB2bPersons', 'b2bPersonSearch', one, search),
	together('b2bCompany.searchB2bCompanies', 'b2bCompanySearch', one, search),
	perItem('b2bCompany.find', 'b2bCompanyFind', cnpj),
	together('b2bPerson.enrichPersons', 'b2bPersonEnrich', person),
	together('b2bPerson.enrichPersonBatch', 'b2bPersonEnrichBatch', person),
	together('b2bPerson.enrichPersonNow', 'b2bPersonEnrichNow', person),
	together('b2bCompany.enrichCompanies', 'b2bCompanyEnrich', company, byId),
	together('b2bCompany.enrichCompanyBatch', 'b2bCompanyEnrichBatch', company, byId),
	together('list.enrichList', 'b2bPersonEnrichBatch', mixed),
	together('b2bCompany.enrichCompanyNow', 'b2bCompanyEnrichNow', company, byId),
	together('prospecting.createPersonJob', 'personJob', one, job),
	together('prospecting.createCompanyJob', 'companyJob', one, job),
	together('layoutEnrichment.createLayoutEnrichment', 'layoutEnrichmentCreate', cpf, layout),
	perItem('chatApp.checkNumber', 'chatAppCheck', phone),
	together('chatApp.checkNumbersInBatch', 'chatAppCheckBatch', phone, {
		callback_url: 'http://127.0.0.1:9/numbers',
	}),
];

/** A way in which a call goes wrong. */
export interface Trouble {
	readonly name: string;
	readonly fault?: Omit<Fault, 'endpoint' | 'times' | 'skip'>;
	readonly settings?: Partial<Settings>;
	/** Waits for real time. */
	readonly isSlow?: true;
}

/** A page of some server between, instead of an answer. */
export const PAGE = '<!doctype html><title>Bad Gateway</title><h1>Bad Gateway</h1>';

/** An answer of the service with a status of failure, before or after it has processed the call. */
export const status = (
	code: number,
	when: 'before' | 'after',
	more: Partial<Fault> = {},
): Omit<Fault, 'endpoint'> => ({
	kind: 'status',
	status: code,
	when,
	body: { error: `Fault ${code}` },
	...more,
});

/** An answer that leads elsewhere. */
export const redirect = (code: number, location: string): Omit<Fault, 'endpoint' | 'times' | 'skip'> => ({
	kind: 'status',
	status: code,
	body: '',
	headers: { Location: location },
});

export const TROUBLES: readonly Trouble[] = [
	{ name: 'none' },
	{ name: 'reset before', fault: { kind: 'reset', when: 'before' } },
	{ name: 'reset after processing', fault: { kind: 'reset', when: 'after' } },
	{ name: 'time-out', fault: { kind: 'delay', delayMs: 1300 }, isSlow: true },
	{ name: 'slow', fault: { kind: 'delay', delayMs: 20 } },
	{ name: '500 before', fault: status(500, 'before') },
	{ name: '500 after processing', fault: status(500, 'after') },
	{ name: '503 before', fault: status(503, 'before') },
	{ name: '503 after processing', fault: status(503, 'after') },
	{ name: '429 limit', fault: status(429, 'before') },
	{ name: '429 slot', fault: status(429, 'before', { headers: { 'Retry-After': '5' } }) },
	{ name: '202', settings: { slowEveryNthRecord: 1 } },
	{ name: 'truncated', fault: { kind: 'truncated' } },
	{ name: 'HTML before', fault: status(502, 'before', { body: PAGE }) },
	{ name: 'HTML after processing', fault: status(502, 'after', { body: PAGE }) },
	{ name: 'empty before', fault: status(200, 'before', { body: '' }) },
	{ name: 'empty after processing', fault: status(200, 'after', { body: '' }) },
];
