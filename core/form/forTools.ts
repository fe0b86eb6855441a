import type { INodeProperties } from 'n8n-workflow';

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

/** A field and, where tools need another default, its twin for them. */
export function forTools(property: INodeProperties): INodeProperties[] {
	// An agent's input item holds nothing that belongs to the result.
	const isOff = property.name === 'includeInputFields' && property.default === true;
	if (!isGiven(property) && !isOff) return [property];
	const { displayOptions } = property;
	return [
		{ ...property, displayOptions: { ...displayOptions, hide: { '@tool': [true] } } },
		{
			...property,
			default: isOff ? false : fromModel(property),
			displayOptions: { show: { ...displayOptions?.show, '@tool': [true] } },
		},
	];
}
