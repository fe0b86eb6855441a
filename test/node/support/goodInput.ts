import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Operation } from '../../../nodes/PersonCompanyData/run/operation';
import type { Sandbox } from '../../../sandbox';
import { make } from '../../support/made';

/** Input with which any operation succeeds, whatever its fields. */

/** Values by the names of the service, of records that the sandbox knows. */
export function knownValues({ persons, companies }: Sandbox): IDataObject {
	const listed = Array.from({ length: 100 }, (_, i) => i).find((i) => companies.base(i) === 'both') ?? 0;
	return {
		contact: companies.cnpj(listed),
		id_pessoa: persons.id(0),
		cpf: persons.cpf(0),
		email: persons.email(0),
		id_empresa: companies.id(listed),
		cnpj: companies.cnpj(listed),
		document: companies.cnpj(listed),
		url_social: companies.socialUrl(listed),
	};
}

const example = ({
	property: { type, placeholder, typeOptions, options },
}: Operation['fields'][string]): unknown => {
	if (type === 'number') return Number(placeholder?.slice(5) ?? typeOptions?.minValue ?? 1);
	if (type === 'options') return (options as INodePropertyOptions[])[0].value;
	return placeholder?.slice(5) ?? 'text';
};

/** Filters without which the service takes no search. */
export function filtersOf({ fields }: Operation): IDataObject {
	const names = (fields.searchBy?.property.options ?? []).map(({ name }) => name);
	return {
		...('filtros_empresa' in fields && { filtros_empresa: { estados: ['={{ $json.uf ?? "SP" }}'] } }),
		...('filters' in fields && { filters: { states: ['={{ $json.uf ?? "SP" }}'] } }),
		...('searchBy' in fields && {
			searchBy: Object.fromEntries(
				names
					.filter((name) => name === 'name' || name === 'razao_social')
					.map((name) => [name, '={{ $json.uf === undefined ? "Synthetic" : "Synthet" }}']),
			),
		}),
	};
}

/** Whether a field is shown by the defaults of the fields that it depends on. */
const isShown = (
	fields: Operation['fields'],
	show: NonNullable<Operation['fields'][string]['show']>,
): boolean =>
	Object.entries(show).every(([other, wanted]) =>
		wanted.some((value) => value === fields[other]?.property.default),
	);

/** Makes each required field come from the input item, with an item that has them all. */
export async function inputOf(
	sandbox: Sandbox,
	{ fields, calls: [call] }: Operation,
): Promise<{ parameters: IDataObject; good: IDataObject }> {
	const made = 'id_processamento' in fields || 'jobId' in fields ? await make(sandbox) : undefined;
	const values = {
		...knownValues(sandbox),
		jobName: 'Synthetic',
		layout_id: 1,
		...(made && { id_processamento: made.batch }),
		...(made && { jobId: call === endpoints.layoutEnrichmentResult ? made.layoutJob : made.job }),
	} as IDataObject;
	const bound = Object.entries(fields).filter(
		([, { property, show }]) =>
			property.required &&
			property.type !== 'options' &&
			(show === undefined || isShown(fields, show)) &&
			(typeof property.default !== 'number' || property.default === 0),
	);
	const good = Object.fromEntries(bound.map(([name, field]) => [name, values[name] ?? example(field)]));
	const parameters = Object.fromEntries(
		bound.map(([name, { property, isForRun }]) => {
			const value = isForRun ? good[name] : `={{ $json.${name} }}`;
			return [name, property.type === 'resourceLocator' ? { __rl: true, mode: 'value', value } : value];
		}),
	);
	return { parameters: parameters as IDataObject, good: good as IDataObject };
}
