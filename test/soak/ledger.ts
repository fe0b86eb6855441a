import type { IDataObject } from 'n8n-workflow';

import type { LoggedRequest, Sandbox } from '../../sandbox';
import { SandboxControl } from '../../tools/host/sandboxControl';
import { unitOf } from './kinds';

/** A batch or job of the account, as it is read by its ID at the end, which is free. */
export interface Work {
	readonly id: string;
	/** What the records of it hold, by unit; a job has one unit for all of its rows. */
	readonly records: ReadonlyMap<string, IDataObject>;
	/** Rows of a job. */
	readonly rows: number;
}

/** A credit that was taken for a record and not given back. */
export interface Charge {
	readonly unit: string;
	/** On the sandbox's clock. */
	readonly time: number;
	/** The batch or job by which the record can be read at no charge. */
	readonly work?: Work;
	/** Rows of a job cost one credit each. */
	readonly credits: number;
}

/** What the ledger says, record by record. */
export interface Books {
	readonly charged: number;
	readonly refunded: number;
	/** Those that stay charged. */
	readonly charges: readonly Charge[];
	/** Every unit that was ever charged, refunded or not. */
	readonly known: ReadonlySet<string>;
	readonly works: ReadonlyMap<string, Work>;
	/** What does not add up within the ledger itself. */
	readonly problems: readonly string[];
}

const plain = (value: unknown): string => String(value).replace(/[^0-9A-Z]/gi, '');
/** A call that was refused before its body was read asked for nothing. */
const asList = (value: unknown): IDataObject[] => (Array.isArray(value) ? (value as IDataObject[]) : []);
const idOf = (contact: unknown): unknown => {
	const { id_pessoa: person, id_empresa: company } = (contact ?? {}) as IDataObject;
	return person ?? company;
};

/** The records that a call asked for. */
export function unitsOf({ endpoint, query, body }: LoggedRequest): string[] {
	if (endpoint === undefined) return [];
	const fields = (body ?? {}) as IDataObject;
	const unit = (key: unknown) => unitOf(endpoint, key);
	switch (endpoint) {
		case 'personGet':
			return [unit(plain(query.cpf))];
		case 'companyGet':
			return [unit(plain(query.cnpj))];
		case 'b2bPersonSearch': {
			const { filtros_empresa, filtros_pessoa } = fields;
			return [unit(JSON.stringify({ filtros_empresa, filtros_pessoa }))];
		}
		case 'b2bPersonEnrichNow':
		case 'b2bCompanyEnrichNow':
			return [unit(idOf(fields.contato))];
		case 'b2bPersonEnrich':
		case 'b2bCompanyEnrich':
			// What finds no slot is enriched in the background.
			return [unitOf(`${endpoint}Now`, idOf(fields.contato))];
		case 'b2bPersonEnrichBatch':
		case 'b2bCompanyEnrichBatch':
			return asList(fields.contatos).map((contact) => unit(idOf(contact)));
		case 'personJob':
			return [unit(fields.name)];
		case 'chatAppCheck':
			return [unit(`${query.ddd}${query.phone}`)];
		case 'chatAppCheckBatch':
			return asList(fields.phones).map(({ ddd, phone }) => unit(`${ddd}${phone}`));
		default:
			return [];
	}
}

const isRefunded = ({ status, detalhes_contato: details }: IDataObject, isSync: boolean): boolean =>
	status === 'failed' || (isSync && details === null);

/** Reads the books of the sandbox: every entry of the ledger, by the records that it was for. */
export async function readBooks(sandbox: Sandbox): Promise<Books> {
	const requests = new Map(sandbox.requests.all.map((request) => [request.id, request]));
	const problems: string[] = [];
	const works = new Map<string, Work>();
	const charges: Charge[] = [];
	const known = new Set<string>();
	const jobs = await jobsOf(sandbox);
	for (const { id } of jobs) {
		if (!(await isReadable(sandbox, id))) problems.push(`job ${id} cannot be read by its ID`);
	}
	for (const { name, id, records } of jobs) {
		const unit = unitOf('personJob', name);
		works.set(`${unit} ${id}`, { id: String(id), records: new Map(), rows: records });
	}
	const jobsByUnit = new Map<string, Work[]>();
	for (const { name, id } of jobs) {
		const unit = unitOf('personJob', name);
		const work = works.get(`${unit} ${id}`);
		if (work !== undefined && work.rows > 0) jobsByUnit.set(unit, [...(jobsByUnit.get(unit) ?? []), work]);
	}
	for (const entry of sandbox.ledger.entries) {
		if (entry.kind !== 'charge') continue;
		const request = requests.get(entry.requestId ?? 0);
		const units = request === undefined ? [] : unitsOf(request);
		for (const unit of units) known.add(unit);
		if (request?.endpoint === 'personJob') {
			const work = jobsByUnit.get(units[0])?.shift();
			if (work?.rows !== entry.amount)
				problems.push(`${units[0]}: ${entry.amount} credits, ${work?.rows} rows`);
			charges.push({ unit: units[0], time: entry.time, work, credits: entry.amount });
			continue;
		}
		if (units.length !== entry.amount) {
			problems.push(`request ${entry.requestId}: ${entry.amount} credits for ${units.length} records`);
		}
		const work = entry.batchId === undefined ? undefined : await readBatch(sandbox, entry.batchId, units);
		if (work !== undefined) works.set(work.id, work);
		const isSync = request?.endpoint?.endsWith('EnrichNow') ?? false;
		for (const unit of units) {
			const record = work?.records.get(unit);
			if (work !== undefined && record === undefined) problems.push(`${unit}: not in its batch ${work.id}`);
			if (record !== undefined && isRefunded(record, isSync)) continue;
			charges.push({ unit, time: entry.time, work, credits: 1 });
		}
	}
	const charged = sandbox.ledger.charged();
	const refunded = sandbox.ledger.refunded();
	const net = charges.reduce((sum, { credits }) => sum + credits, 0);
	if (net !== charged - refunded) {
		problems.push(
			`${charged} charged and ${refunded} refunded leave ${charged - refunded}, the records say ${net}`,
		);
	}
	return { charged, refunded, charges, known, works, problems };
}

async function jobsOf({
	controlUrl,
}: Sandbox): Promise<Array<{ id: number; name: string; records: number }>> {
	const { jobs } = await new SandboxControl(controlUrl).get<{
		jobs: Array<{ id: number; name: string; records: number }>;
	}>('/state');
	return jobs;
}

const authorization = (apiKey: string) => ({ headers: { Authorization: `Token ${apiKey}` } });

/** Whether anyone with the key can read the result of a job. */
async function isReadable({ baseUrl, apiKey }: Sandbox, id: number): Promise<boolean> {
	const answer = await fetch(`${baseUrl}/prospection/${id}/result`, authorization(apiKey));
	await answer.text();
	return answer.ok;
}

/** Reads a batch as anyone with the key can, by its ID. */
async function readBatch({ baseUrl, apiKey }: Sandbox, id: string, units: string[]): Promise<Work> {
	const answer = await fetch(`${baseUrl}/b2b/status/${id}`, authorization(apiKey));
	const { contatos = [] } = (await answer.json()) as { contatos?: IDataObject[] };
	const unitByKey = new Map(units.map((unit) => [unit.slice(unit.indexOf(' ') + 1), unit]));
	const records = contatos.flatMap((record): Array<[string, IDataObject]> => {
		const unit = unitByKey.get(String(record.valor_entrada));
		return unit === undefined ? [] : [[unit, record]];
	});
	return { id, records: new Map(records), rows: contatos.length };
}
