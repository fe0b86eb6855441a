import { NodeHelpers, sleep, type INode } from 'n8n-workflow';

import { startElsewhere } from '../support/elsewhere';
import { readExample } from '../support/examples';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import {
	createsTable,
	examples,
	imported,
	isOurs,
	itWithTables,
	output,
	requestsTo,
	run,
	runOf,
	withParameters,
} from './exampleRuns';
import { itUnlessOlder } from './older';
import { readShared } from './shared';
import { n8n, sandbox } from './support';

/** The examples are made of what n8n has; those that end in another product are run against a stand-in of it. */

/** Examples in which a person approves what a tool does. */
const itWithApproval = itUnlessOlder('has no approval for tools');
const asksAPerson = ({ type }: INode): boolean => type.endsWith('HitlTool');

describe.each(examples)('%s', (example) => {
	const { name, nodes, pinData = {} } = readExample(example);

	it('holds no credential, pinned data or ID of an installation', () => {
		expect(name).not.toBe('');
		expect(JSON.stringify(nodes)).not.toContain('"credentials"');
		expect(pinData).toEqual({});
	});

	(nodes.some(createsTable) ? itWithTables : nodes.some(asksAPerson) ? itWithApproval : it)(
		'is made of nodes that n8n has, in versions that it has, with fields that they have',
		async () => {
			const types = await (await n8n()).nodeTypes();
			for (const node of nodes) {
				const { type, typeVersion, parameters } = node;
				const found = types.find((known) => {
					return known.name === type && [known.version].flat().includes(typeVersion);
				});
				expect([type, typeVersion, found?.name]).toEqual([type, typeVersion, type]);
				if (found === undefined || type.endsWith('Tool')) continue;
				// n8n drops what its form does not have.
				const kept = NodeHelpers.getNodeParameters(found.properties, parameters, true, false, node, found);
				expect(kept).toMatchObject(parameters);
			}
		},
	);
});

it('check-numbers sends one message to each active number, and pays for each number once', async () => {
	const receiver = await startElsewhere();
	const url = `http://127.0.0.1:${receiver.port}/messages`;
	const numbers = ['12', '+55 (11) 90000-0000', '11 90000-0000', '(11) 90000-0001'];
	const pinned = { Numbers: numbers.map((phone) => ({ json: { name: 'Ana', phone } })) };
	const created = await imported('check-numbers', withParameters('Send', { url }), pinned);
	const first = await runOf(created);
	const checked = await requestsTo('/chatapp');
	const second = await runOf(created);
	await receiver.close();
	expect([first.error, second.error]).toEqual([undefined, undefined]);
	expect([checked, await requestsTo('/chatapp')]).toEqual([2, 2]);
	// A number that is wrong does not keep the others from being checked, as they are let through once.
	expect(output(first, 'Check').map(({ outcome, active }) => active ?? outcome)).toEqual([
		'invalid',
		true,
		true,
		false,
	]);
	expect(output(second, 'Check')).toEqual([]);
	expect(receiver.visits.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
		{ to: '+5511900000000', text: 'Hello Ana' },
	]);
});

it('check-numbers goes on by a retry with the message that failed, and sends none twice', async () => {
	const receiver = await startElsewhere();
	const url = `http://127.0.0.1:${receiver.port}/messages`;
	const Numbers = Array.from({ length: 12 }, (_, i) => ({
		json: { name: 'Ana', phone: `11 90001-00${i + 10}` },
	}));
	const created = await imported('check-numbers', withParameters('Send', { url }), { Numbers });
	const taken: string[] = [];
	let left = 1;
	receiver.answer = (response) => {
		const isTaken = left-- > 0;
		if (isTaken) taken.push(receiver.visits[receiver.visits.length - 1].body);
		response.writeHead(isTaken ? 200 : 500, { 'Content-Type': 'application/json' }).end('{}');
	};
	const failed = await runOf(created);
	left = Infinity;
	const again = await (await n8n()).retryExecution(failed);
	await receiver.close();
	expect([failed.status, again.status]).toEqual(['error', 'success']);
	const active = failed.nodes.Active[0].json.map(({ ddd, phone }) => `+55${String(ddd)}${String(phone)}`);
	expect(active.length).toBeGreaterThan(2);
	expect(taken.map((body) => (JSON.parse(body) as { to: string }).to)).toEqual(active);
});

it('exports a list by a job, and goes on with its rows when the service says that it is done', async () => {
	await sandbox().post('/settings', { jobSeconds: 0 });
	const client = await n8n();
	const created = await imported('prospecting-result');
	await client.activate(created);
	const [listening] = created.nodes.filter(isOurs);
	await sandbox().post('/webhook', { url: `${readShared().n8nUrl}${eventsPath(created, listening)}` });
	const job = await run('prospecting-job');
	expect(job.error).toBeUndefined();
	expect(output(job, 'Create Job')).toMatchObject([{ id: expect.any(Number) as number }]);
	let ids: string[] = [];
	while (ids.length === 0) {
		await sleep(100);
		ids = await client.listExecutions(created.id);
	}
	const result = await client.waitForExecution(ids[0]);
	expect(result.error).toBeUndefined();
	expect(output(result, 'Rows').length).toBeGreaterThan(10);
	expect(result.nodes.Spreadsheet[0].outputs[0][0].binary?.data).toMatchObject({ fileExtension: 'xlsx' });
	await client.deactivate(created.id);
});

it('fails when the balance is low, and only then', async () => {
	await sandbox().post('/credits', { b2b: 2000, b2c: 2000 });
	expect((await run('balance-alert')).status).toBe('success');
	await sandbox().post('/credits', { b2b: 999 });
	const low = await run('balance-alert');
	expect([low.status, low.error?.message]).toEqual(['error', '999 B2B credits left']);
});
