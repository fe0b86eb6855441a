import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import { SENIORITY_LEVELS } from '../../contract/model/vocabularies';
import type { Sandbox } from '../../sandbox';
import type { Random } from '../support/random';

/** An input item, and the record that it asks for: what the ledger charges by itself. */
export interface Ask {
	readonly unit: string;
	readonly json: IDataObject;
}

/** What a kind of execution draws its items from. */
export interface Source {
	readonly random: Random;
	readonly sandbox: Sandbox;
	/** The number of the next person, company or phone number that nobody has asked for yet. */
	next(what: 'person' | 'company' | 'phone'): number;
	/** Names the execution. */
	readonly tag: string;
}

/** A kind of workflow of the mix. */
export interface Kind {
	readonly name: string;
	/** How often it is drawn, against the others. */
	readonly weight: number;
	/** The endpoint that charges; absent where nothing is. */
	readonly endpoint?: EndpointName;
	/** Of the node of the package. */
	readonly parameters: INodeParameters;
	readonly asks: (source: Source) => Ask[];
	/**
	 * Whose executions may ask for what others ask for at the same time, as a second answer is free: everyone's,
	 * or those of the same node, which wait for each other.
	 */
	readonly sharedBy?: 'everyone' | 'node';
}

/** The record that a call of an endpoint asks for, as the accounts name it. */
export const unitOf = (endpoint: EndpointName, key: unknown): string => `${endpoint} ${String(key)}`;

const STATES = ['SP', 'RJ', 'MG', 'RS', 'PR', 'SC', 'BA', 'PE', 'CE', 'GO'];

type Make = (source: Source) => Ask;

/** Items of which some ask for what another one asks for. */
const several =
	(from: number, to: number, make: Make) =>
	(source: Source): Ask[] => {
		const asks: Ask[] = [];
		for (let i = source.random.between(from, to); i > 0; i--) {
			asks.push(asks.length > 0 && source.random.chance(0.15) ? source.random.pick(asks) : make(source));
		}
		return asks;
	};

const person =
	(endpoint: EndpointName): Make =>
	({ next, sandbox: { persons } }) => {
		const id = persons.id(next('person'));
		return { unit: unitOf(endpoint, id), json: { id_pessoa: id } };
	};
const company =
	(endpoint: EndpointName): Make =>
	({ next, sandbox: { companies } }) => {
		const id = companies.id(next('company'));
		return { unit: unitOf(endpoint, id), json: { id_empresa: id } };
	};
const cpf: Make = ({ next, sandbox: { persons } }) => {
	const document = persons.cpf(next('person'));
	return { unit: unitOf('personGet', document), json: { cpf: document } };
};
const cnpj: Make = ({ next, sandbox: { companies } }) => {
	const document = companies.cnpj(next('company'));
	return { unit: unitOf('companyGet', document), json: { cnpj: document } };
};
const phone =
	(endpoint: EndpointName): Make =>
	({ next }) => {
		const number = `51${900_000_000 + next('phone')}`;
		return { unit: unitOf(endpoint, number), json: { phone: number } };
	};

/** One search out of sixty, some of which are met again: their next results are free. */
const search = ({ random }: Source): Ask[] => {
	const filters = {
		filtros_empresa: { estados: [random.pick(STATES)] },
		filtros_pessoa: { niveis_senioridade: [random.pick(SENIORITY_LEVELS)] },
	};
	const unit = unitOf('b2bPersonSearch', JSON.stringify(filters));
	return [{ unit, json: { ...filters, limit: random.between(5, 250) } }];
};

const job = ({ random, tag }: Source): Ask[] => [
	{
		unit: unitOf('personJob', tag),
		json: { name: tag, quantity: random.between(1, 40), state: random.pick(STATES) },
	},
];

const jobParameters = {
	resource: 'prospecting',
	operation: 'createPersonJob',
	jobName: '={{ $json.name }}',
	quantity: '={{ $json.quantity }}',
	options: { additionalFilters: '={{ JSON.stringify({ states: [$json.state] }) }}' },
};

/** The mix. A wait limit is as short as the form allows, so that a lost callback ends in time. */
export const KINDS: readonly Kind[] = [
	{
		name: 'Person by CPF',
		weight: 4,
		endpoint: 'personGet',
		parameters: { resource: 'person', operation: 'getPerson' },
		asks: several(1, 6, cpf),
		sharedBy: 'everyone',
	},
	{
		name: 'Company by CNPJ',
		weight: 4,
		endpoint: 'companyGet',
		parameters: { resource: 'company', operation: 'getCompany' },
		asks: several(1, 6, cnpj),
		sharedBy: 'everyone',
	},
	{
		name: 'B2B search',
		weight: 3,
		endpoint: 'b2bPersonSearch',
		parameters: {
			resource: 'b2bPerson',
			operation: 'searchB2bPersons',
			options: {
				additionalFilters:
					'={{ JSON.stringify({ filtros_empresa: $json.filtros_empresa, filtros_pessoa: $json.filtros_pessoa }) }}',
			},
			limit: '={{ $json.limit }}',
		},
		asks: search,
	},
	{
		name: 'Enrich persons now',
		weight: 2,
		endpoint: 'b2bPersonEnrichNow',
		parameters: { resource: 'b2bPerson', operation: 'enrichPersonNow' },
		asks: several(1, 4, person('b2bPersonEnrichNow')),
		sharedBy: 'node',
	},
	{
		name: 'Enrich companies now',
		weight: 2,
		endpoint: 'b2bCompanyEnrichNow',
		parameters: {
			resource: 'b2bCompany',
			operation: 'enrichCompanyNow',
			identifyBy: 'id_empresa',
		},
		asks: several(1, 4, company('b2bCompanyEnrichNow')),
		sharedBy: 'node',
	},
	{
		name: 'Enrich persons in batch, polling',
		weight: 3,
		endpoint: 'b2bPersonEnrichBatch',
		parameters: { resource: 'b2bPerson', operation: 'enrichPersonBatch', waitLimit: 5 },
		asks: several(1, 60, person('b2bPersonEnrichBatch')),
	},
	{
		name: 'Enrich companies in batch, polling',
		weight: 2,
		endpoint: 'b2bCompanyEnrichBatch',
		parameters: {
			resource: 'b2bCompany',
			operation: 'enrichCompanyBatch',
			identifyBy: 'id_empresa',
			waitLimit: 5,
		},
		asks: several(1, 20, company('b2bCompanyEnrichBatch')),
	},
	{
		name: 'Enrich persons in batch, by webhook',
		weight: 4,
		endpoint: 'b2bPersonEnrichBatch',
		parameters: {
			resource: 'b2bPerson',
			operation: 'enrichPersonBatch',
			afterSubmission: 'webhook',
			waitLimit: 1,
		},
		asks: several(1, 60, person('b2bPersonEnrichBatch')),
	},
	{
		name: 'Job, waiting for its rows',
		weight: 2,
		endpoint: 'personJob',
		parameters: { ...jobParameters, waitLimit: 2, resultAs: 'items' },
		asks: job,
	},
	{
		name: 'Job, rows by the trigger',
		weight: 3,
		endpoint: 'personJob',
		parameters: { ...jobParameters, afterCreation: 'return' },
		asks: job,
	},
	{
		name: 'Chat app number',
		weight: 3,
		endpoint: 'chatAppCheck',
		parameters: { resource: 'chatApp', operation: 'checkNumber' },
		asks: several(1, 6, phone('chatAppCheck')),
	},
	{
		name: 'Chat app numbers in batch',
		weight: 2,
		endpoint: 'chatAppCheckBatch',
		parameters: { resource: 'chatApp', operation: 'checkNumbersInBatch', outputPer: 'number' },
		asks: several(1, 40, phone('chatAppCheckBatch')),
	},
	{
		name: 'Balance',
		weight: 1,
		parameters: { resource: 'account', operation: 'getBalance' },
		asks: () => [{ unit: 'balance', json: {} }],
	},
];
