import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Operation } from '../../../nodes/PersonCompanyData/run/operation';
import type { Sandbox } from '../../../sandbox';
import { credentialFor, runNode } from '../../support/harness';

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

/** A batch that is there, for operations that read one. */
async function submitted(sandbox: Sandbox): Promise<string> {
	const { items } = await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		parameters: { afterSubmission: 'return' },
		items: [{ id_pessoa: sandbox.persons.id(0) }],
	});
	return String(items[0].json.batchId);
}

/** A job that is there, of the kind whose result an operation reads. */
async function created(sandbox: Sandbox, operation: Operation): Promise<number> {
	const isLayout = operation.calls[0] === endpoints.layoutEnrichmentResult;
	const { items } = await runNode({
		credential: credentialFor(sandbox),
		resource: isLayout ? 'layoutEnrichment' : 'prospecting',
		operation: isLayout ? 'createLayoutEnrichment' : 'createPersonJob',
		parameters: {
			jobName: 'Synthetic',
			resultAs: 'id',
			...(isLayout ? { layout_id: { __rl: true, mode: 'value', value: 1 } } : { quantity: 3 }),
			filters: { states: ['SP'] },
		},
		items: [{ cpf: sandbox.persons.cpf(0) }],
	});
	return Number(items[0].json.id);
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
	{ fields, ...operation }: Operation,
): Promise<{ parameters: IDataObject; good: IDataObject }> {
	const values = {
		...knownValues(sandbox),
		jobName: 'Synthetic',
		layout_id: 1,
		...('id_processamento' in fields && { id_processamento: await submitted(sandbox) }),
		...('jobId' in fields && { jobId: await created(sandbox, { fields, ...operation }) }),
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
