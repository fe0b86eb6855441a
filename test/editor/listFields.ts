import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/PersonCompanyData/operations';
import { formOf } from '../../nodes/PersonCompanyData/run/describe';
import { properties as newLeads } from '../../nodes/PersonCompanyDataNewLeads/form';

/** Fields of the nodes whose values are chosen from a list of the service, as their descriptions have them. */

export interface ListField {
	/** Name of the list's method. */
	readonly method: string;
	/** The properties around it, outermost first, and itself. */
	readonly path: readonly INodeProperties[];
	/** What its node must have set to show it. */
	readonly shownBy: Readonly<Record<string, unknown>>;
	readonly node: 'personCompanyData' | 'personCompanyDataNewLeadsTrigger';
}

type Found = Pick<ListField, 'method' | 'path'>;

function listsIn(property: INodeProperties, around: readonly INodeProperties[] = []): Found[] {
	const path = [...around, property];
	const method = property.modes?.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
	const inner = (property.options ?? []).flatMap((option) =>
		'values' in option ? option.values : 'type' in option ? [option] : [],
	);
	return [
		...(method === undefined ? [] : [{ method, path }]),
		...inner.flatMap((each) => listsIn(each, path)),
	];
}

export const listFields: readonly ListField[] = [
	...Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).flatMap(([operation, each]) =>
			Object.entries(formOf(each)).flatMap(([name, { property, show = {} }]) =>
				listsIn({ ...property, name }).map((found): ListField => {
					const shown = Object.entries(show).map(([other, [value]]) => [other, value]);
					const shownBy = { resource, operation, ...Object.fromEntries(shown) };
					return { ...found, shownBy, node: 'personCompanyData' };
				}),
			),
		),
	),
	...newLeads.flatMap((property) =>
		listsIn(property).map((found): ListField => {
			const shown = Object.entries(property.displayOptions?.show ?? {});
			const shownBy = Object.fromEntries(shown.map(([other, values]) => [other, values?.[0]]));
			return { ...found, shownBy, node: 'personCompanyDataNewLeadsTrigger' };
		}),
	),
];
