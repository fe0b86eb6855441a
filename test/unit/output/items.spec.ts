import type { INode } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { ServiceFailure } from '../../../core/client/failure';
import { toItems } from '../../../core/output/items';
import { node } from '../../support/fieldReading';

const outputs = (...items: Array<readonly number[]>) =>
	items.map((list, i) => ({ json: { i }, items: list }));

describe('output items', () => {
	it('come in the order of the input, the unpaired ones last', () => {
		const made = toItems(node, { outputs: outputs([2], [], [0, 1]), problems: [] });
		expect(made).toEqual([
			{ json: { i: 2 }, pairedItem: [{ item: 0 }, { item: 1 }] },
			{ json: { i: 0 }, pairedItem: { item: 2 } },
			{ json: { i: 1 }, pairedItem: [] },
		]);
	});

	it.each([
		[{ error: 'why' }, { erro: 'why' }],
		[{ error: { code: 1 } }, { erro: { code: 1 } }],
		[{ error: null }, { erro: null }],
		[{ error: '', erro: 'why' }, { erro: 'why' }],
		[{ error: undefined, a: 1 }, { a: 1 }],
		[{ erro: 'why' }, { erro: 'why' }],
		[{ a: 1 }, { a: 1 }],
	])('of %j hold no key that n8n takes for a failure', (json, expected) => {
		const [item] = toItems(node, { outputs: [{ json, items: [0] }], problems: [] });
		expect(item.json).toEqual(expected);
		expect(item.json).not.toHaveProperty('error');
	});

	it('of a failure say what happened and what to do, for each item it concerns', () => {
		const error = new ServiceFailure({ kind: 'notFound', endpoint: endpoints.b2bCompanyFind, status: 404 });
		const made = toItems(node as INode, { outputs: [], problems: [{ error, items: [1, 4] }] });
		expect(made.map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([
			[['error', 'message'], { item: 1 }],
			[['error', 'message'], { item: 4 }],
		]);
	});
});
