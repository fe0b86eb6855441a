import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

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
	const { items: prepared, settled } = await checkItems(context as unknown as IExecuteFunctions, getPerson);
	return { asked: asked.filter((one) => one.startsWith('cpf')), prepared, problems: settled.problems };
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
])('asks n8n when the field %s', async (_what, json) => {
	expect((await read('={{ $json.cpf }}', [json as IDataObject])).asked).toEqual(['cpf 0']);
});

it.each(['={{ $json.cpf.trim() }}', 'a {{ $json.cpf }}'])(
	'asks n8n for %j, which is more than a field of the item',
	async (cpf) => expect((await read(cpf, [{ cpf: CPFS[0] }])).asked).toEqual(['cpf 0']),
);

it('asks n8n once for what is the same for all items', async () => {
	expect((await read(CPFS[0], [{}, {}, {}])).asked).toEqual(['cpf 0']);
});

it('reads again what differs from the row before, and reports for each row what is wrong in all', async () => {
	const cpfs = [CPFS[0], CPFS[0], CPFS[1], CPFS[0]];
	const { prepared } = await read(
		'={{ $json.cpf }}',
		cpfs.map((cpf) => ({ cpf })),
	);
	expect(prepared.map(({ input }) => input)).toEqual(cpfs.map((cpf) => ({ cpf })));
	const { problems } = await read('={{ $json.cpf }}', [{ cpf: '1' }, { cpf: '1' }]);
	expect(problems.flatMap(({ items }) => items)).toEqual([0, 1]);
});
