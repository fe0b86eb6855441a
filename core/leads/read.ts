import type { IDataObject } from 'n8n-workflow';

import { normalizeCnpj, normalizeCpf } from '../../contract/input';
import type { LiveNames } from '../../contract/liveNames';
import { asInteger, asText, isBlank, isObject, type Json } from '../base/json';
import { companyExtras } from './company';
import { emailsIn, phonesIn } from './contacts';
import { locationIn } from './location';
import { partsOfName, personExtras } from './person';
import { Places } from './places';
import { identifiers, kindOfSent } from '../read/contacts';
import {
	IDENTITY, vocabulary, type FieldName, type Lead, type LeadField, type LeadValue,
	type Subject,
} from './model/vocabulary'; // prettier-ignore

/** Reads leads from the service's records, whatever their shape. */

/** Names that only records of persons have, and rows of files about them. */
const OF_PERSONS = [
	...['id_pessoa', 'person_id', 'nome_completo', 'cpf', 'experiencia_profissional', 'mother_name'],
	...['socio', 'nome_socio', 'cargo', 'sexo', 'gender'],
];
const OF_COMPANIES = [
	...['razao_social', 'company_name', 'nome_fantasia', 'trading_name', 'cnpj', 'id_empresa', 'company_id'],
	...['nome_empresa', 'socios', 'partners'],
];

/** Whether a record is about a person or a company; persons name their companies, but not the reverse. */
export function subjectOf(record: IDataObject, words: LiveNames): Subject | undefined {
	const places = new Places({ ...sentIn(record), ...record }, words);
	if (places.has(...OF_PERSONS)) return 'person';
	if (places.has(...OF_COMPANIES)) return 'company';
	const sent = asText(record.tipo_entrada) ?? '';
	if (/empresa|company|cnpj/i.test(sent)) return 'company';
	return /pessoa|person|cpf|email/i.test(sent) ? 'person' : undefined;
}

const YES = /^(s|sim|y|yes|true|1)$/i;

/** A value as the type of its field; `undefined` when it is not one. */
function typed({ type }: LeadField, name: string, value: Json): LeadValue | undefined {
	if (isBlank(value)) return undefined;
	if (type === 'boolean') return typeof value === 'boolean' ? value : YES.test(asText(value) ?? '');
	if (type === 'integer') return asInteger(value);
	if (type === 'number') {
		const number = Number(asText(value)?.replace(/^(\d+),(\d+)$/, '$1.$2'));
		return Number.isFinite(number) ? number : undefined;
	}
	const text = asText(value)?.trim();
	if (text === undefined || text === '') return undefined;
	if (name === 'cpf') return normalizeCpf(text) ?? text;
	return name === 'cnpj' || name === 'companyCnpj' ? (normalizeCnpj(text) ?? text) : text;
}

/** The contact that a row without a result was asked for. */
const sentIn = ({ contato }: IDataObject): IDataObject => (isObject(contato) ? contato : {});

/** The identifier under which a record was requested. */
export function requestedAs(record: IDataObject): Lead {
	const known = Object.entries(sentIn(record)).flatMap(([name, value]) => {
		const field = identifiers[name];
		return field === undefined ? [] : [[field, value] as const];
	});
	const kind = kindOfSent(record);
	const field = kind && identifiers[kind];
	const sent = asText(record.valor_entrada);
	return Object.fromEntries(
		field === undefined || sent === undefined ? known : [[field, sent], ...known],
	) as Lead;
}

/** The fields of leads; the name of a person stands before its parts. */
const FIELDS: Readonly<Record<Subject, ReadonlyArray<[string, LeadField]>>> = {
	person: Object.entries(vocabulary.person),
	company: Object.entries(vocabulary.company),
};

/** Reads all that is known of a person or company: only fields that have a value, in the order of the vocabulary. */
export function readLead(subject: Subject, record: IDataObject, words: LiveNames): Lead {
	const places = new Places(record, words);
	const isPerson = subject === 'person';
	const extras = isPerson ? personExtras(places) : companyExtras(places);
	const made: Lead = { ...emailsIn(places), ...phonesIn(places), ...locationIn(places) };
	const sent = requestedAs(record);
	const lead: Partial<Record<FieldName, LeadValue>> = {};
	let parts: Lead = {};
	for (const [key, field] of FIELDS[subject]) {
		const name = key as FieldName;
		const said = places.find(...field.from);
		// The current job counts more than what the record says elsewhere; otherwise the record's own field does.
		const [first, second] = isPerson ? [extras[name], said] : [said, extras[name]];
		const value =
			typed(field, name, first) ??
			typed(field, name, second) ??
			typed(field, name, made[name]) ??
			typed(field, name, sent[name]) ??
			parts[name];
		if (value !== undefined) lead[name] = value;
		if (isPerson && name === 'name' && typeof value === 'string') parts = partsOfName(value);
	}
	return lead as Lead;
}

/** Whether anything but who it is was recognised in a record. */
export const isRecognised = (lead: Lead): boolean =>
	Object.keys(lead).some((name) => !IDENTITY.includes(name as FieldName));

/** The parts of a lead that say who it is. */
export const identityOf = (lead: Lead): Lead =>
	Object.fromEntries(
		Object.entries(lead).filter(([name]) => name === 'email' || IDENTITY.includes(name as FieldName)),
	) as Lead;
