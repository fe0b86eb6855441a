import type { INodeProperties } from 'n8n-workflow';

import { toggle, type Fields } from '../../../core/form/field';
import { shareForms } from '../../../core/form/shared';

/** What several forms have in common is declared once, and each form keeps its order. */

const field = (name: string): Fields => ({ [name]: toggle(name, `Whether ${name}`) });
const fields = (...names: string[]): Fields => Object.assign({}, ...names.map(field));

const form = (resource: string, operation: string, ...names: string[]) => ({
	resource,
	operation,
	fields: fields(...names),
});

/** The fields that n8n shows for an operation, in their order. */
const shown = (properties: readonly INodeProperties[], resource: string, operation: string): string[] =>
	properties
		.filter(({ displayOptions: { show } = {} }) => {
			const isOf = (wanted: readonly unknown[] | undefined, value: string) => wanted?.includes(value) ?? true;
			return isOf(show?.resource, resource) && isOf(show?.operation, operation);
		})
		.map(({ name }) => name);

it('shows each form its own fields in their order', () => {
	const forms = [
		form('person', 'getPerson', 'cpf', 'output', 'preview', 'options'),
		form('person', 'searchPersons', 'by', 'output', 'preview', 'options'),
		form('company', 'getCompany', 'cnpj', 'output', 'options'),
		form('account', 'getBalance', 'options'),
		// The other way round.
		form('company', 'find', 'preview', 'output', 'options'),
	];
	const properties = shareForms(forms);
	for (const { resource, operation, fields: own } of forms) {
		expect(shown(properties, resource, operation)).toEqual(Object.keys(own));
	}
	expect(properties.filter(({ name }) => name === 'options')).toHaveLength(1);
});

it('keeps fields apart that say something else', () => {
	const other = { x: toggle('x', 'Whether something else') };
	const properties = shareForms([form('a', 'get', 'x'), { resource: 'a', operation: 'list', fields: other }]);
	expect(properties.map(({ displayOptions }) => displayOptions?.show?.operation)).toEqual([
		['list'],
		['get'],
	]);
});
