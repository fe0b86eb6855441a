import type { INodeProperties } from 'n8n-workflow';

/** Fields that the model fills where an agent calls the node as its tool. */

/** The editor writes this, too, when a user lets the model define a field, and shows such a field in a way of its own. */
const MARK = '/*n8n-auto-generated-fromAI-override*/';

/** What tells the model what to enter: the first sentence of the description, which is about the value itself. */
const meaningOf = ({ displayName, description }: INodeProperties): string =>
	(description === undefined ? displayName : `${displayName}: ${description.split(/\.(?: |$)/)[0]}`).replace(
		/[`\\]/g,
		'',
	);

/** An expression for what the model gives. */
export const fromModel = (property: INodeProperties): string =>
	`={{ ${MARK} $fromAI('${property.name}', \`${meaningOf(property)}\`, '${property.type}') }}`;

/** Whether there is nothing in a field by default but a field of the input item, which tools do not have. */
const isGiven = ({ type, typeOptions, required, default: initially }: INodeProperties): boolean =>
	(type === 'string' || type === 'number') &&
	typeOptions?.multipleValues !== true &&
	((required === true && initially === '') || String(initially).startsWith('={{ $json'));

/** What tools have as default instead: the item of an agent holds nothing that belongs to the result. */
const DEFAULTS: Readonly<Partial<Record<string, INodeProperties['default']>>> = { includeInputFields: false };

/** A property as nodes and tools have it: where the user must give a value, the model does by default. */
export function forTools(property: INodeProperties): INodeProperties[] {
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
