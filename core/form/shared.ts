import type { INodeProperties } from 'n8n-workflow';

import type { Fields } from './field';
import { showForm } from './form';
import { forTools } from './fromModel';

/** Declares once what the forms of several operations share. */

/** The form of an operation; no two operations have the same name, whatever their resources. */
export interface OperationForm {
	readonly resource: string;
	readonly operation: string;
	readonly fields: Fields;
}

/** A property, and the forms that have it. */
interface Declared {
	readonly key: string;
	readonly property: INodeProperties;
	readonly forms: OperationForm[];
}

/**
 * The properties of all forms, each form with its fields in their order. What several forms have in the same words is
 * one property, unless their orders differ.
 */
export function shareForms(all: readonly OperationForm[]): INodeProperties[] {
	const declared: Declared[] = [];
	for (const form of all) {
		let at = -1;
		for (const property of showForm(form.fields).flatMap(forTools)) {
			const key = JSON.stringify(property);
			const known = declared.findIndex((each, i) => i > at && each.key === key);
			at = known === -1 ? at + 1 : known;
			if (known === -1) declared.splice(at, 0, { key, property, forms: [form] });
			else declared[at].forms.push(form);
		}
	}
	return declared.map(({ property, forms }) => {
		if (forms.length === all.length) return property;
		const { displayOptions } = property;
		const show = {
			resource: [...new Set(forms.map(({ resource }) => resource))],
			operation: forms.map(({ operation }) => operation),
			...displayOptions?.show,
		};
		return { ...property, displayOptions: { ...displayOptions, show } };
	});
}
