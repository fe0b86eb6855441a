import type { IDataObject, INode } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { clock } from '../../../core/base/clock';
import { ServiceFailure } from '../../../core/client/failure';
import { toError, toItems } from '../../../core/output/items';
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
		[{ error: null }, { error: null }, { serviceError: null }],
	])(
		"of %j keep the service's names, unless n8n takes the item for failed",
		async (json, expected, tried) => {
			const outcome = { outputs: [{ json, items: [0] }], problems: [] };
			expect((await toItems(node, outcome))[0].json).toEqual(expected);
			expect((await toItems({ ...node, retryOnFail: true }, outcome))[0].json).toEqual(tried);
		},
	);

	it('let n8n have its turn while many failures become items', async () => {
		let now = 0;
		// Each look at the clock finds that a while has passed.
		jest.spyOn(clock, 'now').mockImplementation(() => (now += 50));
		const turns = jest.spyOn(clock, 'sleep').mockImplementation(async () => await Promise.resolve());
		const error = new ServiceFailure({ kind: 'notFound', endpoint: endpoints.b2bCompanyFind, status: 404 });
		const problems = Array.from({ length: 2000 }, (_, i) => ({ error, items: [i] }));
		expect(await toItems(node, { outputs: [], problems })).toHaveLength(2000);
		expect(turns.mock.calls.length).toBeGreaterThanOrEqual(10);
		jest.restoreAllMocks();
	});

	it('of a failure say what happened and what to do, for each item it concerns', async () => {
		const error = new ServiceFailure({ kind: 'notFound', endpoint: endpoints.b2bCompanyFind, status: 404 });
		const made = await toItems(node as INode, { outputs: [], problems: [{ error, items: [1, 4] }] });
		expect(made.map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([
			[['outcome', 'reason', 'error', 'message'], { item: 1 }],
			[['outcome', 'reason', 'error', 'message'], { item: 4 }],
		]);
		// Where it stops the workflow, n8n's error says the same.
		const { message, description } = toError(node as INode, { error, items: [1] });
		expect(made[0].json).toMatchObject({ error: message, reason: message, message: description });
		const routed = { ...node, onError: 'continueErrorOutput' } as INode;
		const bare = await toItems(routed, { outputs: [], problems: [{ error, items: [1] }] });
		expect(bare.map(({ json }) => Object.keys(json))).toEqual([['error', 'message']]);
	});
});
