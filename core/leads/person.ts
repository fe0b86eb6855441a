import type { IDataObject } from 'n8n-workflow';

import { asText, isBlank, isObject } from '../base/json';
import type { Places } from './places';
import type { Lead } from './model/vocabulary';

/** Fields of a person that are worked out from several. */

/** The job of now or, when all have ended, the one that ended last. */
function jobIn(places: Places): { readonly job: IDataObject; readonly isCurrent: boolean } | undefined {
	const jobs = places.rows('experiencia_profissional', 'experiencias');
	const endOf = ({ final, fim }: IDataObject): string | undefined => asText(final ?? fim);
	const current = jobs.find((job) => isBlank(endOf(job)));
	if (current !== undefined) return { job: current, isCurrent: true };
	const [last] = [...jobs].sort((a, b) => (endOf(b) ?? '').localeCompare(endOf(a) ?? ''));
	return last && { job: last, isCurrent: false };
}

/** The company of a registry record: the employer, or the first one that it names. */
function companyIn(places: Places): Pick<Lead, 'company' | 'companyCnpj'> {
	const employer = places.find('employer');
	const [first] = [employer].flat();
	const own = asText(isObject(first) ? (first.name ?? first.company_name) : first);
	const [related = {}] = places.rows('related_companies');
	const name = own ?? asText(related.trading_name) ?? asText(related.company_name);
	return { company: name, ...(own === undefined && { companyCnpj: asText(related.cnpj) }) };
}

/** What the job and the company of a person say. */
export function personExtras(places: Places): Lead {
	const { job, isCurrent } = jobIn(places) ?? {};
	const registry = companyIn(places);
	if (job === undefined) {
		// A row of the partners of a company has the company's own columns.
		const company = registry.company ?? asText(places.find('nome_fantasia', 'razao_social'));
		return { ...registry, company };
	}
	const find = (name: string): string | undefined => asText(job[name]);
	return {
		jobTitle: find('cargo') ?? find('titulo'),
		seniority: find('senioridade'),
		company: find('nome_empresa') ?? find('empresa'),
		industry: find('setor'),
		isCurrentJob: isCurrent,
		companyId: find('id_empresa'),
	};
}

/** First and last name of a full name. */
export function partsOfName(name: string): Pick<Lead, 'firstName' | 'lastName'> {
	const [first, ...rest] = name.trim().split(/\s+/);
	return { firstName: first, ...(rest.length > 0 && { lastName: rest.join(' ') }) };
}
