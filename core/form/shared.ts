import type { INodeProperties } from 'n8n-workflow';

import type { Fields } from './field';
import { showForm } from './form';
import { forTools } from './fromModel';

/** Declares once what the forms of several operations share. */

/** The form of an operation. */
export interface OperationForm {
	readonly resource: string;
	readonly operation: string;
	readonly fields: Fields;
}

type Place = Omit<OperationForm, 'fields'>;

/** A property, and the forms that have it. */
interface Declared {
	readonly key: string;
	readonly property: INodeProperties;
	readonly places: Place[];
}

/**
 * The properties of all forms, each form with its fields in their order. What several forms have in the same words is
 * one property, unless their orders differ.
 */
export function shareForms(forms: readonly OperationForm[]): INodeProperties[] {
	const declared: Declared[] = [];
	for (const { fields, ...place } of forms) {
		let at = -1;
		for (const property of showForm(fields).flatMap(forTools)) {
			const key = JSON.stringify(property);
			const known = declared.findIndex((each, i) => i > at && each.key === key);
			at = known === -1 ? at + 1 : known;
			if (known === -1) declared.splice(at, 0, { key, property, places: [place] });
			else declared[at].places.push(place);
		}
	}
	return declared.flatMap(({ property, places }) =>
		products(places, forms).map((show) =>
			show === undefined
				? property
				: {
						...property,
						displayOptions: {
							...property.displayOptions,
							show: { ...show, ...property.displayOptions?.show },
						},
					},
		),
	);
}

type Show = { readonly resource: string[]; readonly operation: string[] };

/**
 * The places as n8n's display conditions, which show a property for every pair of a listed resource and operation:
 * resources share a condition only where it shows the property nowhere else. `undefined`: shown everywhere.
 */
function products(places: readonly Place[], all: readonly Place[]): Array<Show | undefined> {
	if (places.length === all.length) return [undefined];
	const groups: Place[][] = [];
	for (const resource of new Set(places.map((place) => place.resource))) {
		const own = places.filter((place) => place.resource === resource);
		const group = groups.find((each) => isExact([...each, ...own], all));
		if (group === undefined) groups.push(own);
		else group.push(...own);
	}
	return groups.map(conditions);
}

const conditions = (places: readonly Place[]): Show => ({
	resource: [...new Set(places.map(({ resource }) => resource))],
	operation: [...new Set(places.map(({ operation }) => operation))],
});

/** Whether the conditions of these places show nothing in another one. */
function isExact(places: readonly Place[], all: readonly Place[]): boolean {
	const { resource, operation } = conditions(places);
	const shown = all.filter((each) => resource.includes(each.resource) && operation.includes(each.operation));
	return shown.length === places.length;
}
