import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../core/base/json';
import { startElsewhere, type Elsewhere } from './elsewhere';

function objectIn(json: string): IDataObject {
	const value: unknown = JSON.parse(json);
	return isObject(value) ? value : {};
}

/** Stand-ins of CRMs that refuse what their API would refuse: fields that it does not have, or of another type. */

/** What a field takes: a type, or text of so many characters at most, or nothing. */
type Taken = 'string' | 'number' | 'object' | number;

/** A request to an API, with its address taken apart. */
interface Call {
	readonly method: string;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly body: IDataObject;
}

interface Stored {
	readonly id: number;
	fields: IDataObject;
}

/** What a call writes: into a record that there is, a new one, or none as the API refuses it. */
interface Written {
	readonly fields: IDataObject;
	readonly into?: Stored;
	readonly isRefused?: boolean;
}

/** How an API takes records: where their fields stand in the body, and all that it knows. */
interface Crm {
	/** What a call reads, with the status 404 for `undefined`. */
	readonly read: (call: Call, records: readonly Stored[]) => IDataObject | undefined;
	readonly write: (call: Call, records: readonly Stored[]) => Written | undefined;
	readonly known: Readonly<Record<string, Taken>>;
	/** What it does not do without. */
	readonly needs: string;
}

/** The key of Pipedrive's field for the CNPJ, which stands in the example for the user to replace. */
const PIPEDRIVE_KEY = 'API key of your field CNPJ';
const RD_STATION = '/api/v1/organizations';
const SALESFORCE = '/services/data/v59.0';

const nameOf = ({ name }: IDataObject): string => String(name).toLowerCase();

/**
 * As their documentation has them: default properties of HubSpot, bodies of Pipedrive, names that RD Station takes once,
 * upserts of Salesforce.
 */
export const crms = {
	hubspot: {
		read: ({ path }) =>
			path === '/crm/v3/properties/companies/cnpj' ? { name: 'cnpj', hasUniqueValue: true } : undefined,
		write: ({ path, body }, records) => {
			const [{ idProperty, id, properties } = {}, ...others] = body.inputs as IDataObject[];
			const fields = properties as IDataObject;
			const isRefused = others.length > 0 || idProperty !== 'cnpj' || !id || id !== fields.cnpj;
			const into = records.find((record) => record.fields.cnpj === id);
			return path === '/crm/v3/objects/companies/batch/upsert' ? { fields, into, isRefused } : undefined;
		},
		known: {
			...{ name: 'string', domain: 'string', website: 'string', phone: 'string', description: 'string' },
			...{ address: 'string', city: 'string', state: 'string', zip: 'string', country: 'string' },
			...{ numberofemployees: 'number', annualrevenue: 'number', founded_year: 'string', cnpj: 'string' },
		},
		needs: 'name',
	},
	pipedrive: {
		read: ({ path, query }, records) => {
			const isOfField = query.get('field') === PIPEDRIVE_KEY && query.get('entity_type') === 'organization';
			if (path !== '/api/v2/itemSearch/field' || !isOfField || query.get('match') !== 'exact')
				return undefined;
			const found = records.filter(
				({ fields }) =>
					(fields.custom_fields as IDataObject | undefined)?.[PIPEDRIVE_KEY] === query.get('term'),
			);
			return { success: true, data: found.map(({ id }) => ({ id })) };
		},
		write: ({ method, path, body: fields }, records) => {
			const [, id] = /^\/api\/v2\/organizations(?:\/(\d+))?$/.exec(path) ?? [];
			if (method === 'POST') return id === undefined ? { fields } : undefined;
			const into = records.find((record) => String(record.id) === id);
			return method === 'PATCH' && into !== undefined ? { fields, into } : undefined;
		},
		known: { name: 'string', address: 'object', visible_to: 'number', custom_fields: 'object' },
		needs: 'name',
	},
	rdStation: {
		read: ({ path, query }, records) => {
			if (path !== RD_STATION) return undefined;
			const asked = (query.get('q') ?? '').toLowerCase();
			const found = records.filter(({ fields }) => nameOf(fields).includes(asked));
			return { organizations: found.map(({ id, fields }) => ({ id, ...fields })) };
		},
		write: ({ method, path, body }, records) => {
			const fields = body.organization as IDataObject;
			const hasName = records.find((record) => nameOf(record.fields) === nameOf(fields));
			if (method === 'POST' && path === RD_STATION) return { fields, isRefused: hasName !== undefined };
			const into = records.find(({ id }) => `${RD_STATION}/${id}` === path);
			return method === 'PUT' && into !== undefined ? { fields, into } : undefined;
		},
		known: { name: 'string', url: 'string', resume: 'string', user_id: 'string' },
		needs: 'name',
	},
	salesforce: {
		read: ({ path, query }) =>
			path === `${SALESFORCE}/query` && /^SELECT CNPJ__c FROM Account\s+LIMIT 1$/.test(query.get('q') ?? '')
				? { done: true, records: [] }
				: undefined,
		write: ({ method, path, body }, records) => {
			const [, key] = /\/sobjects\/account\/CNPJ__c\/(\d{14})$/.exec(path) ?? [];
			if (method !== 'PATCH' || key === undefined) return undefined;
			const into = records.find(({ fields }) => fields.AccountNumber === key);
			return { fields: body, into, isRefused: body.AccountNumber !== key };
		},
		known: {
			...{ Name: 255, AccountNumber: 40, Phone: 40, Website: 255, BillingCity: 40, BillingState: 80 },
			...{ BillingStreet: 255, BillingPostalCode: 20, Description: 32_000, NumberOfEmployees: 'number' },
		},
		needs: 'Name',
	},
} satisfies Readonly<Record<string, Crm>>;

export type CrmName = keyof typeof crms;

const takes = (taken: Taken | undefined, value: unknown): boolean =>
	typeof taken === 'number'
		? value === null || (typeof value === 'string' && value.length <= taken)
		: typeof value === taken;

/** What is wrong with the fields of a record, as the CRM would see it. */
export const refusedBy = (crm: CrmName, fields: IDataObject): string[] => {
	const { known, needs }: Crm = crms[crm];
	const wrong = Object.entries(fields).filter(([name, value]) => !takes(known[name], value));
	return [...(fields[needs] ? [] : [`${needs} is missing`]), ...wrong.map(([name]) => name)];
};

/** A CRM that keeps what it takes. */
export interface CrmServer extends Pick<Elsewhere, 'port' | 'visits' | 'close'> {
	readonly records: readonly Stored[];
	/** Statuses of its answers, in order. */
	readonly statuses: readonly number[];
	/** After so many further writes it answers 500; 0 for now, Infinity for never. */
	writesLeft: number;
	/** Whether its key is the wrong one. */
	isLocked: boolean;
}

/** Starts a CRM that answers 400 to what it does not take. */
export async function startCrm(name: CrmName): Promise<CrmServer> {
	const crm: Crm = crms[name];
	const records: Stored[] = [];
	const statuses: number[] = [];
	const server = await startElsewhere();
	const crmServer = { ...server, records, statuses, writesLeft: Infinity, isLocked: false };

	const answerTo = (call: Call): readonly [status: number, body: IDataObject] => {
		if (crmServer.isLocked) return [401, { message: 'Wrong key' }];
		if (call.method === 'GET') {
			const found = crm.read(call, records);
			return found === undefined ? [404, { message: 'Not found' }] : [200, found];
		}
		const written = crm.write(call, records);
		const refused = written === undefined ? ['call'] : refusedBy(name, written.fields);
		if (written === undefined || written.isRefused === true || refused.length > 0) return [400, { refused }];
		if (crmServer.writesLeft-- <= 0) return [500, { message: 'Try again later' }];
		const record = written.into ?? { id: records.length + 1, fields: {} };
		record.fields = written.fields;
		if (written.into === undefined) records.push(record);
		return [written.into === undefined ? 201 : 200, { id: record.id, success: true, errors: [] }];
	};

	server.answer = (response, { method, url, body }) => {
		const { pathname: path, searchParams: query } = new URL(url, 'http://localhost');
		const call = { method, path, query, body: body === '' ? {} : objectIn(body) };
		const [status, answer] = answerTo(call);
		statuses.push(status);
		response.writeHead(status, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify(answer));
	};
	return crmServer;
}
