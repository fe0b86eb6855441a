import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { Fault, Sandbox, Settings } from '../../sandbox';

/** A chargeable operation as chaos runs it. */
export interface Subject {
	readonly resource: string;
	readonly operation: string;
	/** The call that is charged. */
	readonly endpoint: EndpointName;
	readonly parameters?: IDataObject;
	readonly items: (sandbox: Sandbox) => IDataObject[];
	/** Each item is served by itself, so that an answered call must show in the output of its item. */
	readonly isPerItem: boolean;
}

const ITEMS = 4;
const each = (make: (i: number, sandbox: Sandbox) => IDataObject) => (sandbox: Sandbox) =>
	// The last item asks for the same as the first.
	[0, 1, 2, 0].slice(0, ITEMS).map((i) => make(i, sandbox));

const cpf = each((i, { persons }) => ({ cpf: persons.cpf(i) }));
const cnpj = each((i, { companies }) => ({ cnpj: companies.cnpj(i + 1) }));
const person = each((i, { persons }) => ({ id_pessoa: persons.id(i) }));
const company = each((i, { companies }) => ({ id_empresa: companies.id(i + 1) }));
const mixed = (sandbox: Sandbox): IDataObject[] => [
	{ contact: sandbox.companies.cnpj(1) },
	{ contact: sandbox.persons.email(0) },
	{ contact: sandbox.persons.cpf(0) },
	{ contact: 'nobody' },
];
const phone = each((i) => ({ phone: `5190000000${i}` }));
const name = each((i, { persons }) => ({ name: persons.name(i) }));
const legalName = each((i, { companies }) => ({ name: companies.legalName(i + 1) }));
const one = () => [{}];

const job = { jobName: 'Synthetic', quantity: 5, filters: { states: ['SP', 'RJ', 'MG'] }, resultAs: 'items' };
const byId = { identifyBy: 'id_empresa' };
const perItem = { isPerItem: true } as const;
const together = { isPerItem: false } as const;

export const SUBJECTS: readonly Subject[] = [
	{ resource: 'person', operation: 'getPerson', endpoint: 'personGet', items: cpf, ...perItem },
	{
		resource: 'person',
		operation: 'searchPersons',
		endpoint: 'personSearch',
		parameters: { searchBy: { name: '={{ $json.name }}' } },
		items: name,
		...perItem,
	},
	{
		resource: 'person',
		operation: 'searchByPattern',
		endpoint: 'personSearchByPattern',
		parameters: { name: '={{ $json.name + "*" }}' },
		items: name,
		...perItem,
	},
	{ resource: 'company', operation: 'getCompany', endpoint: 'companyGet', items: cnpj, ...perItem },
	{
		resource: 'company',
		operation: 'searchCompanies',
		endpoint: 'companySearch',
		parameters: { searchBy: { razao_social: '={{ $json.name }}' } },
		items: legalName,
		...perItem,
	},
	{ resource: 'company', operation: 'getBranches', endpoint: 'companyBranches', items: cnpj, ...perItem },
	{
		resource: 'company',
		operation: 'getBusinessContext',
		endpoint: 'companyIntel',
		items: cnpj,
		isPerItem: false,
	},
	{
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		endpoint: 'b2bPersonSearch',
		parameters: { filtros_empresa: { estados: ['SP', 'RJ', 'MG'] }, limit: 150 },
		items: one,
		...together,
	},
	{
		resource: 'b2bCompany',
		operation: 'searchB2bCompanies',
		endpoint: 'b2bCompanySearch',
		parameters: { filtros_empresa: { estados: ['SP', 'RJ', 'MG'] }, limit: 150 },
		items: one,
		...together,
	},
	{ resource: 'b2bCompany', operation: 'find', endpoint: 'b2bCompanyFind', items: cnpj, ...perItem },
	{
		resource: 'b2bPerson',
		operation: 'enrichPersons',
		endpoint: 'b2bPersonEnrich',
		items: person,
		...together,
	},
	{
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		endpoint: 'b2bPersonEnrichBatch',
		items: person,
		...together,
	},
	{
		resource: 'b2bPerson',
		operation: 'enrichPersonNow',
		endpoint: 'b2bPersonEnrichNow',
		items: person,
		...together,
	},
	{
		resource: 'b2bCompany',
		operation: 'enrichCompanies',
		endpoint: 'b2bCompanyEnrich',
		parameters: byId,
		items: company,
		...together,
	},
	{
		resource: 'b2bCompany',
		operation: 'enrichCompanyBatch',
		endpoint: 'b2bCompanyEnrichBatch',
		parameters: byId,
		items: company,
		...together,
	},
	{ resource: 'list', operation: 'enrichList', endpoint: 'b2bPersonEnrichBatch', items: mixed, ...together },
	{
		resource: 'b2bCompany',
		operation: 'enrichCompanyNow',
		endpoint: 'b2bCompanyEnrichNow',
		parameters: byId,
		items: company,
		...together,
	},
	{
		resource: 'prospecting',
		operation: 'createPersonJob',
		endpoint: 'personJob',
		parameters: job,
		items: one,
		...together,
	},
	{
		resource: 'prospecting',
		operation: 'createCompanyJob',
		endpoint: 'companyJob',
		parameters: job,
		items: one,
		...together,
	},
	{
		resource: 'layoutEnrichment',
		operation: 'createLayoutEnrichment',
		endpoint: 'layoutEnrichmentCreate',
		parameters: {
			jobName: 'x',
			layout_id: { __rl: true, mode: 'value', value: 1 },
			resultAs: 'items',
		},
		items: cpf,
		...together,
	},
	{ resource: 'chatApp', operation: 'checkNumber', endpoint: 'chatAppCheck', items: phone, ...perItem },
	{
		resource: 'chatApp',
		operation: 'checkNumbersInBatch',
		endpoint: 'chatAppCheckBatch',
		items: phone,
		...together,
	},
];

/** A way in which a call goes wrong. */
export interface Trouble {
	readonly name: string;
	readonly fault?: Omit<Fault, 'endpoint' | 'times' | 'skip'>;
	readonly settings?: Partial<Settings>;
	/** The account is blocked: nothing must be sent any more. */
	readonly blocks?: true;
	/** The service holds calls until its own time has passed. */
	readonly isHeld?: true;
	/** Waits for real time. */
	readonly isSlow?: true;
}

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

export const TROUBLES: readonly Trouble[] = [
	{ name: 'none' },
	{ name: 'refused', fault: { kind: 'refuse' } },
	{ name: 'reset before', fault: { kind: 'reset', when: 'before' } },
	{ name: 'reset after processing', fault: { kind: 'reset', when: 'after' } },
	{ name: 'time-out', fault: { kind: 'delay', delayMs: 1300 }, isSlow: true },
	{ name: 'slow', fault: { kind: 'delay', delayMs: 20 } },
	{ name: '500 before', fault: status(500, 'before') },
	{ name: '500 after processing', fault: status(500, 'after') },
	{ name: '503 before', fault: status(503, 'before') },
	{ name: '503 after processing', fault: status(503, 'after') },
	{ name: '429 limit', fault: status(429, 'before'), blocks: true },
	{ name: '429 slot', fault: status(429, 'before', { headers: { 'Retry-After': '5' } }) },
	{ name: '202', settings: { slowEveryNthRecord: 1 }, isHeld: true },
	{ name: 'truncated', fault: { kind: 'truncated' } },
	{ name: 'HTML before', fault: { kind: 'html', when: 'before' } },
	{ name: 'HTML after processing', fault: { kind: 'html', when: 'after' } },
	{ name: 'empty before', fault: { kind: 'empty', when: 'before' } },
	{ name: 'empty after processing', fault: { kind: 'empty', when: 'after' } },
];
