import type { INode } from 'n8n-workflow';

import { text } from '../../../contract/model/schema';
import { choice, collectionField, showWhen, toggle } from '../../../core/form/field';
import { readForm, showForm } from '../../../core/form/form';
import { valueField } from '../../../core/form/schemaField';

const fields = {
	asFile: toggle('As File', 'Whether to output a file'),
	kind: showWhen(
		{ asFile: [true] },
		choice('Kind', 'What kind', [
			{ name: 'Zip', value: 'zip' },
			{ name: 'Table', value: 'table' },
		]),
	),
	name: showWhen({ asFile: [true], kind: ['table'] }, valueField(text('Name'), { default: 'data' })),
	options: collectionField('Options', 'Add option', { note: valueField(text('Note')) }),
};

const place = { node: { name: 'Node', parameters: {} } as unknown as INode, item: 0 };

/** What a form reads of a node that is set so; n8n fills in what was left alone. */
const read = (set: Readonly<Record<string, unknown>>) => {
	const asked: string[] = [];
	const parameter = (name: string, fallback: unknown): unknown => {
		asked.push(name);
		return set[name] ?? fallback;
	};
	const input = readForm(fields, { where: place, parameter });
	return { asked, input };
};

describe('a form', () => {
	it('is shown with the conditions of its fields, and those of the whole form', () => {
		const [asFile, kind, name] = showForm(fields, { operation: ['get'] });
		expect(asFile.displayOptions).toEqual({ show: { operation: ['get'] } });
		expect(kind.displayOptions).toEqual({ show: { operation: ['get'], asFile: [true] } });
		expect(name).toMatchObject({ name: 'name', displayName: 'Name', default: 'data' });
		expect(showForm(fields)[0]).not.toHaveProperty('displayOptions');
	});

	it('reads what is shown', () => {
		expect(read({ asFile: true, kind: 'table' }).input).toEqual({
			asFile: true,
			kind: 'table',
			name: 'data',
			options: {},
		});
	});

	it('asks for nothing that is hidden, however wrong it is', () => {
		const { asked, input } = read({ asFile: false, kind: 'no such kind', name: '' });
		expect(asked).toEqual(['asFile', 'options']);
		expect(input).toEqual({ asFile: false, options: {} });
	});
});
