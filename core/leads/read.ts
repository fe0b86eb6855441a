import type { IDataObject } from 'n8n-workflow';

import type { LiveNames } from '../../contract/liveNames';
import { asInteger, isBlank, isObject } from '../base/json';
import { coerce } from '../read/coerce';
import { identifiers, kindOfSent } from '../read/contacts';
import { emailsIn, phonesIn } from './contacts';
import { valuesIn, type Values } from './values';
import { IDENTITY, vocabulary, type Lead, type LeadField, type LeadValue, type Subject } from './vocabulary';

/** Reads leads from the service's records by the vocabulary. */

const rowsIn = (list: unknown): IDataObject[] => [list].flat().filter(isObject);

/** The job of now or, when all have ended, the one that ended last. */
function jobIn(jobs: readonly IDataObject[]): IDataObject | undefined {
	const current = jobs.find(({ final }) => isBlank(final));
	const [last] = [...jobs].sort((a, b) => String(b.final).localeCompare(String(a.final)));
	return last && { ...(current ?? last), is_current_job: current !== undefined };
}

const addressIn = (addresses: readonly IDataObject[]): IDataObject | undefined => {
	const rank = ({ priority }: IDataObject): number => asInteger(priority) ?? Number.MAX_SAFE_INTEGER;
	return [...addresses].sort((a, b) => rank(a) - rank(b))[0];
};

/** All that a record says of its person or company: its job and address count more than what stands elsewhere. */
function valuesOf(record: IDataObject, words: LiveNames): Values {
	// The details are optional: a record may hold the data itself.
	const [details = record] = rowsIn(record.detalhes_contato);
	const [basic] = rowsIn(details.informacoes_basicas);
	const job = jobIn(rowsIn(details.experiencia_profissional));
	const [tie = {}] = [...rowsIn(details.employer), ...rowsIn(details.related_companies)];
	const { trading_name, company_name, cnpj } = tie;
	const address = addressIn(rowsIn(details.addresses));
	const objects = [job, address, basic, details, record, details.cnae_principal];
	return valuesIn([...objects, { trading_name, company_name, cnpj }], words);
}

export function requestedAs(record: IDataObject): Lead {
	const contact = isObject(record.contato) ? record.contato : {};
	const sent = { [kindOfSent(record) ?? '']: record.valor_entrada, ...contact };
	return Object.fromEntries(
		Object.entries(sent).flatMap(([name, value]) =>
			identifiers[name] === undefined || isBlank(value) ? [] : [[identifiers[name], value]],
		),
	) as Lead;
}

/** Names that only persons have, and those that companies have. */
const OF_PERSONS = ['id_pessoa', 'nome_completo', 'cpf', 'mother_name', 'socio', 'cargo', 'sexo', 'gender'];
const OF_COMPANIES = [
	...['razao_social', 'company_name', 'nome_fantasia', 'trading_name', 'cnpj', 'id_empresa', 'company_id'],
	...['nome_empresa', 'socios', 'partners'],
];

/** Whether a record is about a person or a company; persons name their companies, but not the reverse. */
function subjectOf(values: Values, sent: Lead): Subject | undefined {
	if (OF_PERSONS.some((name) => values.has(name))) return 'person';
	if (OF_COMPANIES.some((name) => values.has(name)) || sent.companyId !== undefined) return 'company';
	if (sent.cnpj !== undefined) return 'company';
	return [sent.personId, sent.cpf, sent.email].some((value) => value !== undefined) ? 'person' : undefined;
}

/** The value of a field: that of the first name under which the record has one. */
function valueOf({ from, type, as }: LeadField, values: Values): LeadValue | undefined {
	for (const name of from) {
		const found = values.get(name);
		if (found === undefined) continue;
		const value = as === undefined ? coerce({ type }, found) : as(found, (other) => values.get(other));
		if (value !== undefined) return (typeof value === 'string' ? value.trim() : value) as LeadValue;
	}
	return undefined;
}

/** The known fields of a person or company, in the order of the vocabulary; no subject where nobody can tell. */
export function readLead(
	about: Subject | 'any',
	record: IDataObject,
	words: LiveNames,
): { readonly subject?: Subject; readonly lead: Lead } {
	const [values, sent] = [valuesOf(record, words), requestedAs(record)];
	const subject = about === 'any' ? subjectOf(values, sent) : about;
	if (subject === undefined) return { lead: {} };
	const contacts: Lead = { ...emailsIn(values, words), ...phonesIn(values, words) };
	const fields: Readonly<Record<string, LeadField>> = vocabulary[subject];
	const lead = Object.entries(fields).flatMap(([name, field]) => {
		const key = name as keyof Lead;
		const value = valueOf(field, values) ?? contacts[key] ?? coerce({ type: field.type }, sent[key]);
		return value === undefined ? [] : [[name, value]];
	});
	return { subject, lead: Object.fromEntries(lead) as Lead };
}

/** Whether anything but who it is was recognised in a record. */
export const isRecognised = (lead: Lead): boolean =>
	Object.keys(lead).some((name) => !IDENTITY.includes(name));

export const identityOf = (lead: Lead): Lead =>
	Object.fromEntries(
		Object.entries(lead).filter(([name]) => name === 'email' || IDENTITY.includes(name)),
	) as Lead;
