import { STATES } from '../../../contract/model/vocabularies';
import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Fields } from '../../../core/form/field';
import { fieldLists } from '../../../core/leads/view';

/** What a user can set in a form, one by one, and what it may be set to. */

/** One control: `values` differ from each other, and from what is there when nothing was set. */
export interface Control {
	/** The way to it through the form's collections, as lodash sets it. */
	readonly path: string;
	/** What must be set for it to be shown, or to be taken for complete. */
	readonly base: ReadonlyArray<readonly [path: string, value: unknown]>;
	readonly values: readonly unknown[];
}

/** Values that cannot be told from the form, by the name of the control. */
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
	chave_cache: ['0123', '4567'],
	phone: ['(51) 99999-0001', '(11) 98888-0000'],
	parameters: [['5'], ['6']],
	layout_id: [2, 4].map((value) => ({ __rl: true, mode: 'value', value })),
	additionalFilters: ['{ "filtros_empresa": { "setores": ["Tecnologia"] } }', '{ "birthday_months": ["5"] }'],
};

const isGroup = (option: unknown): option is INodePropertyCollection =>
	typeof option === 'object' && option !== null && 'values' in option;
const groupOf = ({ options = [] }: INodeProperties): INodePropertyCollection | undefined =>
	options.find(isGroup);

/** The options of a property, also those that the editor loads. */
function optionsOf({ options, typeOptions }: INodeProperties): INodePropertyOptions[] {
	if (options !== undefined) return options as INodePropertyOptions[];
	const method = String(typeOptions?.loadOptionsMethod);
	if (method === 'states') return STATES.map((value) => ({ name: value, value }));
	return fieldLists[method as keyof typeof fieldLists]();
}

/** Two values that a property may have; the second one matters where the first is its default. */
function valuesOf(property: INodeProperties): readonly unknown[] {
	const { type, name, typeOptions, placeholder = '' } = property;
	if (EXAMPLES[name] !== undefined) return EXAMPLES[name];
	const example = placeholder.replace(/^e\.g\. /, '');
	switch (type) {
		case 'boolean':
			return [true, false];
		case 'options':
			return optionsOf(property)
				.map(({ value }) => value)
				.filter((value) => value !== '');
		case 'multiOptions':
			return optionsOf(property).map(({ value }) => [value]);
		case 'number': {
			const number = Number(example === '' ? (typeOptions?.minValue ?? 7) : example);
			return [number, number + 1];
		}
		case 'dateTime':
			return ['2015-12-31', '2016-12-31', '2014-12-31'];
		case 'resourceLocator': {
			const byValue = property.modes?.find(({ name: mode }) => mode === 'value')?.placeholder ?? '';
			const value = byValue.replace(/^e\.g\. /, '') || '1';
			return [value, `X${value}`, ''].map((each) => ({ __rl: true, mode: 'value', value: each }));
		}
		case 'fixedCollection': {
			const rows = [0, 1].map((nth) => rowOf(groupOf(property)?.values ?? [], nth));
			return rows.map((row) => ({ values: typeOptions?.multipleValues ? [row] : row }));
		}
		default: {
			const digits = /^[\d.]+$/.test(example);
			const other = digits ? String(Number(example) + 1) : `${example}a`;
			const values = example === '' ? ['text', 'other'] : [example, other];
			return typeOptions?.multipleValues ? values.map((value) => [value]) : values;
		}
	}
}

const rowOf = (values: readonly INodeProperties[], nth: number): IDataObject =>
	Object.fromEntries(
		values.map((property) => {
			const candidates = valuesOf(property);
			return [property.name, candidates[Math.min(nth, candidates.length - 1)]];
		}),
	) as IDataObject;

type Base = Control['base'];

/**
 * What else must be set for a control to matter, or, as `undefined`, removed: states and locations at once are refused,
 * and lists are short.
 */
function alone(path: string): Base {
	if (path.endsWith('.localizacoes')) return [[path.replace(/localizacoes$/, 'estados'), undefined]];
	return path === 'returnAll' ? [['limit', 1]] : [];
}

/** A property as a control, with those inside of it. */
function controlsOf(property: INodeProperties, base: Base, way = ''): Control[] {
	const path = `${way}${property.name}`;
	if (property.type === 'collection') {
		const inner = property.options as INodeProperties[];
		return inner.flatMap((each) => controlsOf(each, base, `${path}.`));
	}
	const own: Control = { path, base: [...base, ...alone(path)], values: valuesOf(property) };
	const group = property.type === 'fixedCollection' ? groupOf(property) : undefined;
	if (group === undefined) return [own];
	const row = property.typeOptions?.multipleValues ? `${path}.values[0].` : `${path}.values.`;
	const complete: Base = [...own.base, [path, own.values[0]]];
	return [own, ...group.values.flatMap((each) => controlsOf(each, complete, row))];
}

/** All controls of a form, and of what its fields hold; one that others bring up comes with them. */
export const allControls = (fields: Fields, way = ''): Control[] =>
	Object.entries(fields).flatMap(([name, { property, show = {}, fields: inner }]) => {
		if (inner !== undefined) return allControls(inner, `${way}${name}.`);
		const base: Base = Object.entries(show).map(([other, wanted]) => [other, wanted[0]] as const);
		return controlsOf({ ...property, name }, base, way);
	});
