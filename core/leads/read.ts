import type { IDataObject } from 'n8n-workflow';

import type { BrandTerms } from '../../contract/brandTerms';
import { isBlank, isObject } from '../base/json';
import { coerce } from '../read/coerce';
import { identifiers, kindOfSent } from '../read/contacts';
import { emailsIn, phonesIn, rankIn, valuesIn, type Values } from './contacts';
import { vocabulary, type Lead, type LeadField, type LeadValue, type Subject } from './vocabulary';

const rowsIn = (list: unknown): IDataObject[] => [list].flat().filter(isObject);

function jobIn(jobs: readonly IDataObject[]): IDataObject | undefined {
	const current = jobs.find(({ final }) => isBlank(final));
	const [last] = [...jobs].sort((a, b) => String(b.final).localeCompare(String(a.final)));
	return last && { ...(current ?? last), is_current_job: current !== undefined };
}

const addressIn = (addresses: readonly IDataObject[]): IDataObject | undefined =>
	[...addresses].sort((a, b) => rankIn(a.priority) - rankIn(b.priority))[0];

/** The values of the job and address take precedence over the rest of the record. */
function valuesOf(record: IDataObject, brandTerms: BrandTerms): Values {
	// Without details, the record may hold the data itself.
	const [details = record] = rowsIn(record.detalhes_contato);
	const [basic] = rowsIn(details.informacoes_basicas);
	const job = jobIn(rowsIn(details.experiencia_profissional));
	const [tie = {}] = [...rowsIn(details.employer), ...rowsIn(details.related_companies)];
	const { trading_name, company_name, cnpj } = tie;
	const address = addressIn(rowsIn(details.addresses));
	const objects = [job, address, basic, details, record, details.cnae_principal];
	return valuesIn([...objects, { trading_name, company_name, cnpj }], brandTerms);
}

function requestedAs(record: IDataObject): Lead {
	const contact = isObject(record.contato) ? record.contato : {};
	const sent = { [kindOfSent(record) ?? '']: record.valor_entrada, ...contact };
	return Object.fromEntries(
		Object.entries(sent).flatMap(([name, value]) =>
			identifiers[name] === undefined || isBlank(value) ? [] : [[identifiers[name], value]],
		),
	) as Lead;
}

const OF_PERSONS = ['id_pessoa', 'nome_completo', 'cpf', 'mother_name', 'socio', 'cargo', 'sexo', 'gender'];
const OF_COMPANIES = [
	...['razao_social', 'company_name', 'nome_fantasia', 'trading_name', 'cnpj', 'id_empresa', 'company_id'],
	...['nome_empresa', 'socios', 'partners'],
];

/** Persons name their companies, but not the reverse, so persons are checked first. */
function subjectOf(values: Values, sent: Lead): Subject | undefined {
	if (OF_PERSONS.some((name) => values.has(name))) return 'person';
	if (OF_COMPANIES.some((name) => values.has(name)) || sent.companyId !== undefined) return 'company';
	if (sent.cnpj !== undefined) return 'company';
	return [sent.personId, sent.cpf, sent.email].some((value) => value !== undefined) ? 'person' : undefined;
}

function valueOf({ from, type, as }: LeadField, values: Values): LeadValue | undefined {
	for (const name of from) {
		const found = values.get(name);
		if (found === undefined) continue;
		const value = as === undefined ? coerce({ type }, found) : as(found, (other) => values.get(other));
		if (value !== undefined) return (typeof value === 'string' ? value.trim() : value) as LeadValue;
	}
	return undefined;
}

/** Fields in the order of the vocabulary; no subject if the record does not reveal it. */
export function readLead(
	about: Subject | 'any',
	record: IDataObject,
	brandTerms: BrandTerms,
): { readonly subject?: Subject; readonly lead: Lead; readonly sent: Lead } {
	const [values, sent] = [valuesOf(record, brandTerms), requestedAs(record)];
	const subject = about === 'any' ? subjectOf(values, sent) : about;
	if (subject === undefined) return { lead: {}, sent };
	const contacts: Lead = { ...emailsIn(values, brandTerms), ...phonesIn(values, brandTerms) };
	const fields: Readonly<Record<string, LeadField>> = vocabulary[subject];
	const lead = Object.entries(fields).flatMap(([name, field]) => {
		const key = name as keyof Lead;
		const value = valueOf(field, values) ?? contacts[key] ?? coerce({ type: field.type }, sent[key]);
		return value === undefined ? [] : [[name, value]];
	});
	return { subject, lead: Object.fromEntries(lead) as Lead, sent };
}
