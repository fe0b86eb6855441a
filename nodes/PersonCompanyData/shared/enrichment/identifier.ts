import type { ObjectSchema } from '../../../../contract/model/schema';
import { choice, forRun, fromItem, showWhen, toggle, type Field } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';
import { identifiers, type Contact } from '../../../../core/read/identifiers';

/** Saves one request per CNPJ. */
export const skipFindingId = forRun(
	toggle(
		'Skip Finding Company ID',
		// Measured by one client of the service.
		'Whether to enrich by CNPJ alone: a request less per row, but it may be charged and come back empty',
	),
);

/** Keeps the contract's names: the service silently drops an identifier with another name, and still charges. */
export function identifierFields({ properties }: ObjectSchema) {
	const names = Object.keys(properties).sort((a, b) => Number(b === 'cnpj') - Number(a === 'cnpj'));
	const ways = names.map((value) => ({
		name: properties[value].title ?? value,
		value,
		...(value === 'cnpj' && {
			description: 'Finding the company first counts as 1 credit more (free so far)',
		}),
	}));
	return {
		identifyBy: choice('Identify By', undefined, ways),
		...Object.fromEntries(
			names.map((name): [string, Field] => [
				name,
				// Input items are usually leads, so the default is the field of a lead.
				showWhen(
					{ identifyBy: [name] },
					valueField(properties[name], { default: fromItem(identifiers[name] ?? name) }),
				),
			]),
		),
	};
}

export const chosenIdentifier = ({
	identifyBy: name,
	...values
}: Readonly<Record<string, unknown>> & { readonly identifyBy: string }): Contact => ({
	name,
	value: values[name] as string | number,
});
