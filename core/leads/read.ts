import type { IDataObject } from 'n8n-workflow';
import maxBy from 'lodash/maxBy';
import minBy from 'lodash/minBy';

import { neutralName, type BrandTerms } from '../../contract/brandTerms';
import { isBlank, isObject, type Json } from '../base/json';
import { coerce } from '../read/coerce';
import { identifiers, kindOfSent } from '../read/identifiers';
import { emailsIn, phonesIn, rankIn } from './contacts';
import type { Values } from './made';
import {
	vocabulary,
	type FieldName,
	type Lead,
	type LeadField,
	type LeadValue,
	type Subject,
} from './vocabulary';

const rowsIn = (list: unknown): IDataObject[] => (Array.isArray(list) ? list : [list]).filter(isObject);

function jobIn(jobs: readonly IDataObject[]): IDataObject | undefined {
	const current = jobs.find(({ final }) => isBlank(final));
	const job = current ?? maxBy(jobs, ({ final }) => String(final));
	return job && { ...job, is_current_job: current !== undefined };
}

/** The values of the job and address take precedence over the rest of the record. */
function valuesOf(record: IDataObject, brandTerms: BrandTerms): Values {
	// Without details, the record may hold the data itself.
	const [details = record] = rowsIn(record.detalhes_contato);
	const [basic] = rowsIn(details.informacoes_basicas);
	const job = jobIn(rowsIn(details.experiencia_profissional));
	const [tie = {}] = [...rowsIn(details.employer), ...rowsIn(details.related_companies)];
	const { trading_name, company_name, cnpj } = tie;
	const address = minBy(rowsIn(details.addresses), ({ priority }) => rankIn(priority));
	const values = new Map<string, Json>();
	const objects = [job, address, basic, details, record, details.cnae_principal];
	for (const object of [...objects, { trading_name, company_name, cnpj }].filter(isObject))
		for (const key of Object.keys(object)) {
			if (isBlank(object[key])) continue;
			const name = neutralName(key.toLowerCase(), brandTerms);
			if (!values.has(name)) values.set(name, object[key]);
		}
	return values;
}

function requestedAs(record: IDataObject): Lead {
	const contact = isObject(record.contato) ? record.contato : {};
	const requested = { [kindOfSent(record) ?? '']: record.valor_entrada, ...contact };
	const sent: IDataObject = {};
	for (const name of Object.keys(requested))
		if (identifiers[name] !== undefined && !isBlank(requested[name]))
			sent[identifiers[name]] = requested[name];
	return sent as Lead;
}

const OF_PERSONS = ['id_pessoa', 'nome_completo', 'cpf', 'mother_name', 'socio', 'cargo', 'sexo', 'gender'];
const { name, cnpj, companyId, partners } = vocabulary.company;
const OF_COMPANIES = [name, cnpj, companyId, partners].flatMap(({ from }) => from);

/** Persons name their companies, but not the reverse, so persons are checked first. */
function subjectOf(values: Values, sent: Lead): Subject | undefined {
	if (OF_PERSONS.some((name) => values.has(name))) return 'person';
	const isSent = (...names: readonly FieldName[]): boolean => names.some((name) => sent[name] !== undefined);
	if (OF_COMPANIES.some((name) => values.has(name)) || isSent('companyId', 'cnpj')) return 'company';
	return isSent('personId', 'cpf', 'email') ? 'person' : undefined;
}

function convert(field: LeadField, values: Values): LeadValue | undefined {
	const { from, as } = field;
	for (const name of from) {
		const found = values.get(name);
		if (found === undefined) continue;
		const value = as === undefined ? coerce(field, found) : as(found, values);
		if (value !== undefined) return (typeof value === 'string' ? value.trim() : value) as LeadValue;
	}
	return undefined;
}

/** Reads fields when they are asked for: most outputs have a few only. No subject if the record reveals none. */
export function readRecord(about: Subject | 'any', record: IDataObject, brandTerms: BrandTerms) {
	const values = valuesOf(record, brandTerms);
	const sent = requestedAs(record);
	const subject = about === 'any' ? subjectOf(values, sent) : about;
	const fields: Readonly<Partial<Record<string, LeadField>>> =
		subject === undefined ? {} : vocabulary[subject];
	let contacts: Lead | undefined;
	const find = (name: FieldName): LeadValue | undefined => {
		const field = fields[name];
		if (field === undefined) return undefined;
		if (field.from.length === 0) contacts ??= { ...emailsIn(values), ...phonesIn(values, brandTerms) };
		return convert(field, values) ?? contacts?.[name] ?? (coerce(field, sent[name]) as LeadValue | undefined);
	};
	const read = (names: readonly FieldName[], missing?: null): IDataObject & Lead => {
		const lead: IDataObject = {};
		for (const name of names) {
			const value = find(name) ?? missing;
			if (value !== undefined) lead[name] = value;
		}
		return lead as IDataObject & Lead;
	};
	return { subject, sent, find, read };
}
