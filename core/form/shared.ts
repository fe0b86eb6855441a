import type { INodeProperties } from 'n8n-workflow';

import type { Fields } from './field';
import { showForm } from './form';

/** The editor writes it when a user lets the model define a field, and shows such fields in its own way. */
const MARK = '/*n8n-auto-generated-fromAI-override*/';

const meaningOf = ({ displayName, description }: INodeProperties): string =>
	(description === undefined ? displayName : `${displayName}: ${description.split(/\.(?: |$)/)[0]}`).replace(
		/[`\\]/g,
		'',
	);

export const fromModel = (property: INodeProperties): string =>
	`={{ ${MARK} $fromAI('${property.name}', \`${meaningOf(property)}\`, '${property.type}') }}`;

/** Whether the user must give a value, or the default only takes one from the input item, which tools lack. */
const isGiven = ({ type, typeOptions, required, default: initially }: INodeProperties): boolean =>
	(type === 'string' || type === 'number') &&
	typeOptions?.multipleValues !== true &&
	((required === true && initially === '') || String(initially).startsWith('={{ $json'));

/** In tools: an agent's input item holds nothing that belongs to the result. */
const DEFAULTS: Readonly<Partial<Record<string, INodeProperties['default']>>> = { includeInputFields: false };

function forTools(property: INodeProperties): INodeProperties[] {
	const initially = isGiven(property) ? fromModel(property) : DEFAULTS[property.name];
	if (initially === undefined || initially === property.default) return [property];
	const { displayOptions } = property;
	return [
		{ ...property, displayOptions: { ...displayOptions, hide: { '@tool': [true] } } },
		{
			...property,
			default: initially,
			displayOptions: { show: { ...displayOptions?.show, '@tool': [true] } },
		},
	];
}

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
