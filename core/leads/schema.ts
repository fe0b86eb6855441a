import type { Schema } from '../../contract/model/schema';
import { idOf, simplified, vocabulary, type FieldName, type LeadField } from './model/vocabulary';
import type { Leads } from './view';

/**
 * The fields of a simplified lead as JSON Schema, which the editor shows before anything has run; where records may be
 * of persons and of companies, those that both have.
 * @param hasId whether its persons and companies have IDs: those of the registry have none
 */
export function leadSchema({ about, source }: Leads, hasId: boolean): Schema {
	const { person, company } = simplified[source];
	const shared = person.filter((name) => company.some((other) => other === name));
	const names: readonly FieldName[] = about === 'any' ? shared : simplified[source][about];
	const id = hasId && about !== 'any' ? [idOf[about]] : [];
	const fields: Readonly<Record<string, LeadField>> = vocabulary[about === 'any' ? 'person' : about];
	const properties = [...names, ...id].map((name): [string, Schema] => [name, { type: fields[name].type }]);
	return { type: 'object', properties: { ...Object.fromEntries(properties), outcome: { type: 'string' } } };
}
