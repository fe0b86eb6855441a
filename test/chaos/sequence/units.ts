import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../../contract';
import type { LoggedRequest, Sandbox } from '../../../sandbox';

/** What is paid for: a company, a number, a job, a search. */

/** How companies are named in the items of a sequence. */
export const IDENTIFIERS = ['id_empresa', 'cnpj', 'url_social'] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

/** What an item asks for: the unit by its number, and the way in which it is written. */
export interface Asked {
	readonly unit: number;
	readonly spelling: number;
}

/** So many different units may be asked for, and so many spellings there are of each. */
export const UNITS = 5;
export const SPELLINGS = 3;

interface Operation {
	readonly resource: string;
	readonly operation: string;
	readonly kind: 'company' | 'phone' | 'job' | 'search';
	/** The calls that are charged. */
	readonly endpoints: readonly EndpointName[];
	readonly parameters?: IDataObject;
}

const company = { resource: 'b2bCompany', kind: 'company' } as const;
const STATES = ['SP', 'RJ', 'MG', 'PR', 'RS'] as const;

export const OPERATIONS = {
	enrichBatch: { ...company, operation: 'enrichCompanyBatch', endpoints: ['b2bCompanyEnrichBatch'] },
	enrichNow: { ...company, operation: 'enrichCompanyNow', endpoints: ['b2bCompanyEnrichNow'] },
	enrich: { ...company, operation: 'enrichCompanies', endpoints: ['b2bCompanyEnrich'] },
	checkNumber: {
		resource: 'chatApp',
		operation: 'checkNumber',
		kind: 'phone',
		endpoints: ['chatAppCheck'],
	},
	createJob: {
		resource: 'prospecting',
		operation: 'createPersonJob',
		kind: 'job',
		endpoints: ['personJob'],
		parameters: {
			jobName: 'Synthetic',
			quantity: 5,
			filters: { states: '={{ [$json.state] }}' },
			resultAs: 'link',
		},
	},
	search: {
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		kind: 'search',
		endpoints: ['b2bPersonSearch'],
		parameters: { filtros_empresa: { estados: '={{ [$json.state] }}' }, limit: 60 },
	},
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

/** Operations that take companies: the same company is the same unit in all of them. */
export const ENRICHMENTS = ['enrichBatch', 'enrichNow', 'enrich'] as const;

const cnpjAs = (plain: string, spelling: number): string =>
	spelling === 0
		? plain
		: `${plain.slice(0, 2)}.${plain.slice(2, 5)}.${plain.slice(5, 8)}/${plain.slice(8, 12)}-${plain.slice(12)}`;

const urlAs = (url: string, spelling: number): string => {
	const bare = url.replace('https://', '');
	return [url, bare, `https://www.${bare.toUpperCase()}/`][spelling] ?? url;
};

/** The units of a sandbox, as items ask for them and as requests name them. */
export class Units {
	constructor(
		private readonly sandbox: Pick<Sandbox, 'companies'>,
		private readonly identifier: Identifier,
	) {}

	/** The name of a unit: the same for all operations that may be charged for it. */
	nameOf(operation: OperationName, { unit }: Asked): string {
		return `${OPERATIONS[operation].kind} ${unit}`;
	}

	/** The `json` of an item. */
	item(operation: OperationName, { unit, spelling }: Asked): IDataObject {
		switch (OPERATIONS[operation].kind) {
			case 'company':
				return { [this.identifier]: this.valueOf(unit, spelling) };
			case 'phone': {
				const local = `9000-000${unit}`;
				return { phone: spelling === 0 ? `519${local.replace('-', '')}` : `(51) 9${local}` };
			}
			case 'job':
			case 'search':
				return { state: STATES[unit] };
		}
	}

	/** The parameters of the node. */
	parameters(operation: OperationName): IDataObject {
		const { resource, operation: name, kind, ...more }: Operation = OPERATIONS[operation];
		const identifyBy = kind === 'company' ? { identifyBy: this.identifier } : {};
		return { resource, operation: name, ...identifyBy, ...more.parameters };
	}

	/** The units that a request asks for, as the service has logged it. */
	in({ endpoint, body, query }: LoggedRequest): string[] {
		const sent = body as IDataObject;
		switch (endpoint) {
			case 'b2bCompanyEnrichBatch':
				return (sent.contatos as IDataObject[]).map((contact) => this.companyIn(contact));
			case 'b2bCompanyEnrichNow':
			case 'b2bCompanyEnrich':
				return [this.companyIn(sent.contato as IDataObject)];
			case 'chatAppCheck':
				return [`phone ${query.phone?.at(-1)}`];
			case 'personJob':
				return [`job ${stateIn(sent)}`];
			case 'b2bPersonSearch':
				return [`search ${stateIn(sent.filtros_empresa as IDataObject)}`];
			default:
				return [];
		}
	}

	/** Whether a record is of a unit, as far as it says. */
	isOf(unit: string, { tipo_entrada: kind, valor_entrada: named }: IDataObject): boolean {
		if (named === undefined || named === null || !unit.startsWith('company')) return true;
		const name = kind === 'company_id' ? 'id_empresa' : this.identifier;
		return this.companyIn({ [name]: named as string }) === unit;
	}

	private valueOf(unit: number, spelling: number): string | number {
		const { companies } = this.sandbox;
		// The first company is unknown to the network of the service.
		const index = unit + 1;
		if (this.identifier === 'cnpj') return cnpjAs(companies.cnpj(index), spelling);
		if (this.identifier === 'url_social') return urlAs(companies.socialUrl(index), spelling);
		return spelling === 0 ? companies.id(index) : String(companies.id(index));
	}

	private companyIn(contact: IDataObject): string {
		const { companies } = this.sandbox;
		// The ID may have been found by what the item names.
		const name = contact.id_empresa === undefined ? this.identifier : 'id_empresa';
		const value = String(contact[name]);
		const index =
			name === 'cnpj'
				? companies.indexOfCnpj(value)
				: name === 'url_social'
					? companies.indexOfSocialUrl(value)
					: companies.indexOfId(Number(value));
		return `company ${(index ?? 0) - 1}`;
	}
}

const stateIn = (filters: IDataObject): number => {
	const [state] = (filters.states ?? filters.estados) as unknown[];
	return STATES.findIndex((known) => known === state);
};
