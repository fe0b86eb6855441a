import { resolve } from 'node:path';

import type { Schema } from '../../contract/model/schema';
import {
	idOf,
	simplified,
	vocabulary,
	type FieldName,
	type LeadField,
	type Leads,
} from '../../core/leads/vocabulary';
import type { Operation } from '../../nodes/PersonCompanyData/run/operation';
import { resources } from '../../nodes/PersonCompanyData/operations';

/** Where n8n's editor looks for the fields of an operation, beside the compiled node. */
export const PREVIEWS = 'nodes/PersonCompanyData/__schema__/v1.0.0';

/** Whether an operation outputs leads as its form is at first. */
const isShown = ({ fields, leads }: Operation): boolean =>
	Object.entries(leads?.show ?? {}).every(([name, values]) =>
		values.includes(fields[name]?.property.default as string),
	);

/**
 * The fields of a simplified lead as JSON Schema, which the editor shows before anything has run; where records may be
 * of persons and of companies, those that both have.
 * @param calls of the operation: persons and companies that B2B credits pay for have IDs, those of the registry none
 */
function leadSchema({ about, source }: Leads, calls: Operation['calls']): Schema {
	const { person, company } = simplified[source];
	const shared = person.filter((name) => company.some((other) => other === name));
	const names: readonly FieldName[] = about === 'any' ? shared : simplified[source][about];
	const id = about !== 'any' && calls.some(({ wallet }) => wallet === 'b2b') ? [idOf[about]] : [];
	const fields: Readonly<Record<string, LeadField>> = { ...vocabulary.company, ...vocabulary.person };
	const properties = [...names, ...id].map((name): [string, Schema] => [name, { type: fields[name].type }]);
	return { type: 'object', properties: { ...Object.fromEntries(properties), outcome: { type: 'string' } } };
}

/** The output of each operation whose fields are known before it runs. */
export const previews = () =>
	Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).flatMap(([name, operation]) => {
			if (operation.leads === undefined || !isShown(operation)) return [];
			const schema = leadSchema(operation.leads, operation.calls);
			const path = resolve(PREVIEWS, resource, `${name}.json`);
			return [{ path, text: JSON.stringify({ ...schema, version: 1 }) }];
		}),
	);
