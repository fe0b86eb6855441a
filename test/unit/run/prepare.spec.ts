import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import { checkItems } from '../../../nodes/PersonCompanyData/run/prepare';
import { getPerson } from '../../../nodes/PersonCompanyData/operations/person';

/** Reads the CPF of each item, and tells what n8n was asked for. */
async function read(cpf: unknown, items: readonly IDataObject[]) {
	const asked: string[] = [];
	const context = {
		getNode: () => ({ name: 'Node', parameters: { cpf, options: {} } }),
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: (name: string, item: number, fallback: unknown) => {
			asked.push(`${name} ${item}`);
			return name === 'cpf' ? '52998224725' : fallback;
		},
	};
	const { items: prepared } = await checkItems(context as unknown as IExecuteFunctions, getPerson);
	return { asked: asked.filter((one) => one.startsWith('cpf')), prepared };
}

const CPFS = ['11144477735', '52998224725'];

it.each(['={{ $json.cpf }}', '={{$json.cpf}}'])(
	'takes %s from the item without asking n8n, which takes its time',
	async (cpf) => {
		const { asked, prepared } = await read(cpf, [{ cpf: CPFS[0] }, { cpf: CPFS[1] }]);
		expect(asked).toEqual([]);
		expect(prepared.map(({ input }) => input)).toEqual(CPFS.map((value) => ({ cpf: value })));
	},
);

it.each([
	['is missing', {}],
	['is no text or number', { cpf: { value: CPFS[0] } }],
	['is a switch', { cpf: true }],
])('asks n8n when the field %s', async (_what, json) => {
	expect((await read('={{ $json.cpf }}', [json as IDataObject])).asked).toEqual(['cpf 0']);
});

it.each(['={{ $json.cpf.trim() }}', '={{ $json.a.cpf }}', 'a {{ $json.cpf }}', '={{ $json.cpf }} '])(
	'asks n8n for %j, which is more than a field of the item',
	async (cpf) => expect((await read(cpf, [{ cpf: CPFS[0] }])).asked).toEqual(['cpf 0']),
);

it('asks n8n once for what is the same for all items', async () => {
	expect((await read(CPFS[0], [{}, {}, {}])).asked).toEqual(['cpf 0']);
});

it('lets n8n have its turn while it reads many items', async () => {
	let now = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	// Evaluating an expression takes a millisecond.
	const turns = jest.spyOn(clock, 'sleep').mockImplementation(async () => await Promise.resolve());
	const items = Array.from({ length: 1000 }, () => ({}));
	const json = (item: object) => ({
		...item,
		get cpf() {
			now++;
			return CPFS[0];
		},
	});
	await read('={{ $json.cpf }}', items.map(json) as IDataObject[]);
	// Every 40 ms, of at least 1,000.
	expect(turns.mock.calls.length).toBeGreaterThanOrEqual(24);
	jest.restoreAllMocks();
});
