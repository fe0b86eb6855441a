import { domainIn, normalizeCnpj, normalizeCpf } from '../../contract/input';
import { COMPANY_SIZES, STATES } from '../../contract/model/vocabularies';
import { asInteger, asText, isObject, type Json } from '../base/json';

/** Filled values of a record by lower-case neutral name. */
export type Values = ReadonlyMap<string, Json>;

const textOf = (value: Json): string => asText(value)?.trim() ?? '';

/** Splits `Porto Alegre, RS` or `Porto Alegre - RS`. */
const partsOf = (value: Json): string[] => textOf(value).split(/, *| - /);

export const city = (value: Json): string | undefined => partsOf(value)[0] || undefined;

export const state = (value: Json): string | undefined =>
	STATES.find((uf) => partsOf(value).some((part) => part.toUpperCase() === uf));

export const street = (value: Json, values: Values): string | undefined =>
	[value, values.get('number') ?? values.get('numero')].flatMap((part) => asText(part) ?? []).join(', ') ||
	undefined;

export const firstName = (value: Json): string | undefined => textOf(value).split(/\s+/)[0];
export const lastName = (value: Json): string | undefined =>
	textOf(value).split(/\s+/).slice(1).join(' ') || undefined;

export const cpf = (value: Json): string | undefined => normalizeCpf(textOf(value)) ?? asText(value);
export const cnpj = (value: Json): string | undefined => normalizeCnpj(textOf(value)) ?? asText(value);

export const domain = (value: Json): string | undefined => domainIn(textOf(value));

/** The service's own range, or the range of the B2B filters that contains the number. */
export function employeeRange(value: Json): string | undefined {
	const employees = asInteger(value);
	if (employees === undefined) return asText(value);
	return COMPANY_SIZES.find((range) => {
		const [least, most = Infinity] = range.split('-').map((bound) => parseInt(bound, 10));
		return employees >= least && employees <= most;
	});
}

export const year = (value: Json): number | undefined =>
	asInteger(/\b(?:1[89]|20)\d{2}\b/.exec(textOf(value))?.[0]);

export const isHeadOffice = (value: Json): boolean => /^[hm]/i.test(textOf(value));

export const names = (value: Json): string | undefined =>
	[value]
		.flat()
		.flatMap((entry) => (isObject(entry) ? (asText(entry.nome ?? entry.name) ?? []) : []))
		.join(', ') || undefined;
