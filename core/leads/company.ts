import { COMPANY_SIZES } from '../../contract/model/vocabularies';
import { asInteger, asText } from '../base/json';
import type { Places } from './places';
import type { Lead } from './model/vocabulary';

/** Fields of a company that are worked out from several. */

/** The host of a website, without www. */
function domainOf(website: string | undefined): string | undefined {
	const host = /^(?:https?:\/\/)?(?:www\.)?([^/?#:\s]+)/i.exec(website ?? '')?.[1];
	return host?.includes('.') ? host.toLowerCase() : undefined;
}

/** The range of the interface in which a number of employees lies. */
const rangeOf = (employees: number | undefined): string | undefined =>
	COMPANY_SIZES.find((range) => {
		const [least, most = Number.POSITIVE_INFINITY] = range.split('-').map((bound) => parseInt(bound, 10));
		return employees !== undefined && employees >= least && employees <= most;
	});

/** What several fields of a company say together. */
export function companyExtras(places: Places): Lead {
	const opened = asText(places.find('creation_date', 'abertura', 'data_abertura', 'data_fundacao'));
	const kind = asText(places.find('headquarter_type', 'matriz_filial'));
	const partners = places.rows('socios', 'partners').flatMap(({ nome, name }) => asText(nome ?? name) ?? []);
	const year = /\b(1[89]|20)\d{2}\b/.exec(opened ?? '')?.[0];
	return {
		domain: domainOf(asText(places.find('website', 'site', 'url_site'))),
		foundedYear: asInteger(year),
		employeeRange: rangeOf(asInteger(places.find('employee_count', 'numero_funcionarios'))),
		isHeadOffice: kind === undefined ? undefined : /^(h|m)/i.test(kind),
		partners: partners.length === 0 ? undefined : partners.join(', '),
	};
}
