import type { IDataObject, INode } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { ServiceFailure } from '../../../core/client/failure';
import { toItems } from '../../../core/output/items';
import { node } from '../../support/fieldReading';

const outputs = (...items: Array<readonly number[]>) =>
	items.map((list, i) => ({ json: { i }, items: list }));

describe('output items', () => {
	it('come in the order of the input, the unpaired ones last', async () => {
		const made = await toItems(node, { outputs: outputs([2], [], [0, 1]), problems: [] });
		expect(made).toEqual([
			{ json: { i: 2 }, pairedItem: [{ item: 0 }, { item: 1 }] },
			{ json: { i: 0 }, pairedItem: { item: 2 } },
			{ json: { i: 1 }, pairedItem: [] },
		]);
	});

	it.each<[IDataObject, IDataObject, IDataObject]>([
		[{ error: 'why' }, { serviceError: 'why' }, { serviceError: 'why' }],
		[{ error: { code: 1 } }, { serviceError: { code: 1 } }, { serviceError: { code: 1 } }],
		[
			{ error: 'why', message: 'm' },
			{ serviceError: 'why', message: 'm' },
			{ serviceError: 'why', message: 'm' },
		],
		[
			{ error: 'why', a: 1 },
			{ error: 'why', a: 1 },
			{ serviceError: 'why', a: 1 },
		],
		[
			{ error: '', erro: 'why' },
			{ error: '', erro: 'why' },
			{ serviceError: '', erro: 'why' },
		],
		[{ error: null }, { error: null }, { serviceError: null }],
		[{ erro: 'why' }, { erro: 'why' }, { erro: 'why' }],
	])(
		"of %j keep the service's names, unless n8n takes the item for failed",
		async (json, expected, tried) => {
			const outcome = { outputs: [{ json, items: [0] }], problems: [] };
			expect((await toItems(node, outcome))[0].json).toEqual(expected);
			expect((await toItems({ ...node, retryOnFail: true }, outcome))[0].json).toEqual(tried);
		},
	);

	it('of a failure say what happened and what to do, for each item it concerns', async () => {
		const error = new ServiceFailure({ kind: 'notFound', endpoint: endpoints.b2bCompanyFind, status: 404 });
		const made = await toItems(node as INode, { outputs: [], problems: [{ error, items: [1, 4] }] });
		expect(made.map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([
			[['outcome', 'reason', 'error', 'message'], { item: 1 }],
			[['outcome', 'reason', 'error', 'message'], { item: 4 }],
		]);
		const routed = { ...node, onError: 'continueErrorOutput' } as INode;
		const bare = await toItems(routed, { outputs: [], problems: [{ error, items: [1] }] });
		expect(bare.map(({ json }) => Object.keys(json))).toEqual([['error', 'message']]);
	});
});
