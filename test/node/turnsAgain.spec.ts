import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { SimulatedTime } from '../support/simulatedTime';
import { execute, type Ended } from '../chaos/stage/n8n';
import { Process, Wire } from '../chaos/stage/process';
import { credentialFor } from '../support/engine';
import { useSimulatedSandbox } from './support/useSimulatedSandbox';

/** Turns of a loop that ask for the same, in one execution. */

let sandbox: Sandbox;
let time: SimulatedTime;
useSimulatedSandbox((...begun) => {
	[sandbox, time] = begun;
});

let executions = 0;

/** Runs the node for each list of items, one turn after the other. */
async function loop(parameters: IDataObject, turns: ReadonlyArray<readonly IDataObject[]>): Promise<Ended[]> {
	const process = new Process(time);
	const chain = [String(++executions)];
	const ended: Ended[] = [];
	for (const items of turns) {
		const before = ended.at(-1)?.execution;
		const begin = {
			workflow: 'workflow',
			chain,
			parameters,
			items,
			context: before?.context ?? {},
			turns: before?.turns ?? [],
			process,
			mode: 'trigger',
			settings: {},
			credential: credentialFor(sandbox),
		} as const;
		const wireOf = (stop: () => void): Wire =>
			new Wire(process, {
				time,
				label: chain[0],
				stop,
				latency: () => 10,
				leaves: () => true,
				answered: () => undefined,
			});
		ended.push((await time.pass(execute(time, begin, wireOf))).ended);
	}
	return ended;
}

const number = { phone: '51990000003' };
const operations: Array<[string, IDataObject, IDataObject]> = [
	['a number', { resource: 'chatApp', operation: 'checkNumber', phone: '={{ $json.phone }}' }, number],
	[
		'a company',
		{ resource: 'b2bCompany', operation: 'enrichCompanyNow', identifyBy: 'id_empresa' },
		{ id_empresa: 0 },
	],
	['branches', { resource: 'company', operation: 'getBranches', cnpj: '={{ $json.cnpj }}' }, { cnpj: '' }],
];

describe.each([{}, { ifSentBefore: 'send' }])('with the options %j', (options) => {
	it.each(operations)(
		'%s that was answered is not paid for again in a further turn',
		async (_, parameters, item) => {
			const asked = {
				...item,
				...('id_empresa' in item && { id_empresa: sandbox.companies.id(1) }),
				...('cnpj' in item && { cnpj: sandbox.companies.cnpj(1) }),
			};
			const ended = await loop({ ...parameters, options }, [[asked], [asked]]);
			expect(ended.map(({ how }) => how)).toEqual(['green', 'green']);
			expect(sandbox.ledger.charged()).toBe(1);
		},
	);
});

it('what was told of other numbers comes out in the turn that asked for them alone', async () => {
	const body = {
		id: 1,
		results: [3, 4].map((digit) => ({ ddd: '51', phone: `99000000${digit}`, status: 'ATIVO' })),
	};
	sandbox.faults.add({ kind: 'status', when: 'after', status: 200, endpoint: 'chatAppCheckBatch', body });
	const parameters = { resource: 'chatApp', operation: 'checkNumbersInBatch', outputPer: 'number' };
	const ended = await loop({ ...parameters, phone: '={{ $json.phone }}' }, [
		[number, { phone: '51990000004' }],
		[number],
	]);
	expect(ended.map(({ output }) => output.map(({ json }) => json.phone))).toEqual([
		['990000003', '990000004'],
		['990000003'],
	]);
	expect(sandbox.ledger.charged()).toBe(2);
});
