import type { INodeProperties } from 'n8n-workflow';

import type { Fields } from './field';
import { showForm } from './form';
import { forTools } from './fromModel';

/** Operation names are unique across resources. */
export interface OperationForm {
	readonly resource: string;
	readonly operation: string;
	readonly fields: Fields;
}

interface Declared {
	readonly key: string;
	readonly property: INodeProperties;
	readonly forms: OperationForm[];
}

/** Each form keeps the order of its fields. Equal properties are declared once, unless their orders differ. */
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
