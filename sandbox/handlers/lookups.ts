import { normalizeCnpj, normalizeCpf } from '../../contract/input';
import { shuffled } from '../base/random';
import { establishmentOf, establishmentRecord, groupOf } from '../data/records/groups';
import {
	companyRegistryRecord,
	personRegistryRecord,
	type RegistryRecord,
} from '../data/records/registryRecords';
import { matchingRecords, type Wanted } from '../data/search/registrySearch';
import { MARKER, SPECIALITIES } from '../data/vocabulary';
import type { Call, Handlers } from '../world/call';
import { charge } from '../world/charge';

/** The fields that were asked for. */
function onlyFields(record: RegistryRecord, fields = 'all'): Record<string, unknown> {
	const names = fields.split(',').map((name) => name.trim());
	const isAsked = (name: string): boolean => names.includes('all') || names.includes(name);
	return Object.fromEntries(Object.entries(record).filter(([name]) => isAsked(name)));
}

/** The record of a document; what is found is charged, and free again for a day (credit rule 4). */
function lookUp(
	call: Call,
	document: string | undefined,
	record: RegistryRecord | undefined,
	fields?: string,
): object {
	charge(call, { found: record !== undefined, document: document ?? '' });
	return record === undefined ? [] : [onlyFields(record, fields)];
}

/** The records that match everything that was asked for; charged when there are any. */
function search(call: Call, records: readonly RegistryRecord[]): object {
	charge(call, { found: records.length > 0 });
	return records;
}

function searchPersons(call: Call, wanted: Wanted): object {
	const { persons, companies } = call.world;
	const recordOf = (i: number): RegistryRecord => personRegistryRecord(persons, companies, i);
	return search(call, matchingRecords(persons.count, recordOf, wanted));
}

/** Lookups and searches in the registry. */
export const lookupHandlers: Handlers = {
	personGet: (call) => {
		const { persons, companies } = call.world;
		const { cpf, fields } = call.query;
		const index = persons.indexOfCpf(cpf);
		const record = index === undefined ? undefined : personRegistryRecord(persons, companies, index);
		return lookUp(call, normalizeCpf(cpf), record, fields);
	},
	companyGet: (call) => {
		const { companies } = call.world;
		const { cnpj, fields } = call.query;
		const own = establishmentOf(companies, cnpj);
		const record = own === undefined ? undefined : establishmentRecord(companies, own);
		return lookUp(call, normalizeCnpj(cnpj), record, fields);
	},
	personSearch: (call) => searchPersons(call, call.query),
	personSearchByPattern: (call) => {
		const { name: pattern, state: uf, city } = call.query;
		return searchPersons(call, { pattern, uf, city });
	},
	companySearch: (call) => {
		const { companies } = call.world;
		const { razao_social: name, cep, ...others } = call.query;
		const recordOf = (i: number): RegistryRecord => companyRegistryRecord(companies, i);
		return search(call, matchingRecords(companies.count, recordOf, { ...others, name, zip_code: cep }));
	},
	companyBranches: (call) => {
		const { companies } = call.world;
		const own = establishmentOf(companies, call.query.cnpj);
		if (own === undefined) return search(call, []);
		const group = groupOf(own.company).map((each) => establishmentRecord(companies, each));
		return search(call, shuffled(own.company, group));
	},
};

/** The business context of a company, which the specification does not have; only a ready one is charged. */
export const companyIntelHandlers: Handlers = {
	companyIntel: (call) => {
		const { companies, intelReadyAt, clock, settings } = call.world;
		const cnpj = normalizeCnpj(call.query.cnpj) ?? call.query.cnpj;
		const index = companies.indexOfCnpj(cnpj);
		if (index === undefined) return { status: 'not_found' };
		// It is read from the company's site, once, for some minutes.
		const readyAt = intelReadyAt.get(cnpj) ?? clock.now() + settings.intelSeconds * 1000;
		intelReadyAt.set(cnpj, readyAt);
		if (clock.now() < readyAt) return { status: 'processing' };
		charge(call, { found: true, document: cnpj });
		const summary = `${MARKER}: ${companies.name(index)}, ${SPECIALITIES[companies.speciality(index)]}`;
		return { status: 'ready', cnpj, website: `https://${companies.domain(index)}`, summary };
	},
};
