import { normalizeCnpj, normalizeCpf } from '../../contract/input';
import { shuffled } from '../base/random';
import { Refusal } from '../base/refusal';
import { writtenDocuments } from '../data/records/documents';
import { establishmentOf, establishmentRecord, groupOf } from '../data/records/groups';
import {
	companyContacts,
	companyRegistryRecord,
	motherOf,
	personContacts,
	personRegistryRecord,
} from '../data/records/registryRecords';
import { matchingRecords, type Wanted } from '../data/search/registrySearch';
import { MARKER, SPECIALITIES } from '../data/vocabulary';
import type { Call, Handlers, Reply } from '../world/call';
import { charge } from '../world/charge';

type LookupRecord = Record<string, unknown>;

/** The fields that were asked for. */
function onlyFields(record: LookupRecord, fields: string | undefined): LookupRecord {
	const names = fields?.split(',').map((name) => name.trim()) ?? ['all'];
	if (names.includes('all')) return record;
	return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

/** The record of a document; what is found is charged, and free again for a day (credit rule 4). */
function lookUp(
	call: Call,
	document: string | undefined,
	record: LookupRecord | undefined,
	fields?: string,
): Reply {
	const { settings } = call.world;
	charge(call, { found: record !== undefined, document: document ?? '' });
	if (record === undefined && settings.lookupMiss === 'notFound') {
		throw new Refusal(404, 'not_found', 'No record matches.');
	}
	return {
		status: 200,
		body: record === undefined ? [] : [onlyFields(writtenDocuments(record, call.world.settings), fields)],
	};
}

/** The records that match everything that was asked for; charged when there are any. */
function search(call: Call, records: LookupRecord[]): Reply {
	charge(call, { found: records.length > 0 });
	return { status: 200, body: records.map((record) => writtenDocuments(record, call.world.settings)) };
}

function searchPersons(call: Call, wanted: Wanted): Reply {
	const { persons, companies } = call.world;
	const found = matchingRecords(persons.count, wanted, {
		name: (i) => persons.name(i),
		mother: (i) => motherOf(persons, i),
		contacts: (i) => personContacts(persons, i),
	});
	return search(
		call,
		found.map((i) => personRegistryRecord(persons, companies, i)),
	);
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
		const { name, state, city } = call.query;
		return searchPersons(call, { pattern: name, uf: state, city });
	},
	companySearch: (call) => {
		const { companies } = call.world;
		const { razao_social: name, cep, domain, ...others } = call.query;
		const found = matchingRecords(
			companies.count,
			{ ...others, name, zip_code: cep, domain },
			{
				name: (i) => companies.legalName(i),
				mother: () => '',
				contacts: (i) => companyContacts(companies, i),
			},
		);
		return search(
			call,
			found.map((i) => companyRegistryRecord(companies, i)),
		);
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
		if (index === undefined) return { status: 200, body: { status: 'not_found' } };
		// It is read from the company's site, once, for some minutes.
		const readyAt = intelReadyAt.get(cnpj) ?? clock.now() + settings.intelSeconds * 1000;
		intelReadyAt.set(cnpj, readyAt);
		if (clock.now() < readyAt) return { status: 200, body: { status: 'processing' } };
		charge(call, { found: true, document: cnpj });
		const summary = `${MARKER}: ${companies.name(index)}, ${SPECIALITIES[companies.speciality(index)]}`;
		return {
			status: 200,
			body: { status: 'ready', cnpj, website: `https://${companies.domain(index)}`, summary },
		};
	},
};
