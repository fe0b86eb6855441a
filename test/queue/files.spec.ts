import { randomUUID } from 'node:crypto';

import { Persons } from '../../sandbox/data/persons';
import { OLD_SETTINGS } from '../../tools/host/queueSettings';
import { SandboxControl } from '../../tools/host/sandboxControl';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import { executionsOf, outcomesOf, outputOf } from '../support/enrichingWorkflow';
import { until } from '../support/until';
import { leadsTo, node, NODE_TYPE } from '../support/workflowNodes';
import { inQueueMode, type Queue } from './inQueueMode';

/** Files of the package go from process to process, wherever n8n keeps them; and what else the settings change. */

const persons = new Persons(1, 100, 100);

function testsOfFiles(queue: Queue): void {
	const { client, untilTaken, ours } = queue;
	// The service packs the files of jobs.
	const unpack = node(
		'Unpack',
		'compression',
		{ operation: 'decompress', outputPrefix: 'file_' },
		{ typeVersion: 1.1 },
	);
	const extract = node(
		'Extract',
		'extractFromFile',
		{ operation: 'csv', binaryPropertyName: 'file_0', options: { delimiter: ';' } },
		{ typeVersion: 1 },
	);

	it('read a file that the process with the address has taken, on a worker', async () => {
		queue.stack.sandbox.set({ jobSeconds: 0 });
		const path = randomUUID();
		const chain = [
			node(
				'Hook',
				'webhook',
				{ httpMethod: 'POST', path, options: { rawBody: true } },
				{ typeVersion: 2, webhookId: path },
			),
			ours('Layout', NODE_TYPE, {
				resource: 'layoutEnrichment',
				operation: 'createLayoutEnrichment',
				jobName: 'Addresses',
				layout_id: 2,
				options: { inputBinaryField: 'data' },
				resultAs: 'file',
				includeInputFields: false,
			}),
			unpack,
			extract,
			node('After', 'noOp'),
		];
		const created = await client().createWorkflow({
			name: 'Files',
			nodes: chain,
			connections: Object.fromEntries(chain.slice(1).map(({ name }, i) => [chain[i].name, leadsTo(name)])),
		});
		await client().activate(created);
		const cpfs = [0, 1, 2].map((i) => persons.cpf(i));
		const body = ['cpf', ...cpfs, ''].join('\n');
		await untilTaken(`${queue.stack.webhookUrl}/webhook/${path}`, body, 'text/csv');
		const ended = await executionsOf(client, created).ended();
		expect(ended.error).toBeUndefined();
		// The service's file has no leading zeros.
		const documents = outputOf(ended).map((row) => String(Object.values(row)[0]).padStart(11, '0'));
		expect(documents).toEqual(cpfs);
		expect(queue.stack.sandbox.requests.of('layoutEnrichmentCreate')).toHaveLength(1);
	});

	it('of a job are read by a worker when an event says that it is done', async () => {
		queue.stack.sandbox.set({ jobSeconds: 0 });
		const trigger = ours('Event', `${NODE_TYPE}Trigger`, {});
		const result = ours('Result', NODE_TYPE, {
			...{ resource: 'prospecting', operation: 'getProspectingResult' },
			...{ jobId: '={{ $json.job_id }}', resultAs: 'file' },
		});
		const created = await client().createWorkflow({
			name: 'Events with files',
			nodes: [trigger, result, unpack, extract, node('After', 'noOp')],
			connections: {
				Event: leadsTo('Result'),
				Result: leadsTo('Unpack'),
				Unpack: leadsTo('Extract'),
				Extract: leadsTo('After'),
			},
		});
		await client().activate(created);
		const url = `${queue.stack.webhookUrl}${eventsPath(created, created.nodes[0])}`;
		await until(async () => (await fetch(url, { method: 'HEAD' })).status === 200);
		await queue.stack.sandbox.webhooks.register(url);
		await new SandboxControl(queue.stack.sandbox.controlUrl).post('/event');
		const ended = await executionsOf(client, created).ended();
		expect(ended.error).toBeUndefined();
		expect(outputOf(ended)).toHaveLength(5);
	});

	it('enrich by hand', async () => {
		queue.stack.sandbox.set({ batchMinimumSeconds: 0 });
		const contacts = [1, 2, 3].map((i) => ({ json: { id_pessoa: 10_000_000 + i } }));
		const created = await client().createWorkflow({
			name: 'By hand',
			nodes: [
				node('Start', 'manualTrigger'),
				ours('Enrich', NODE_TYPE, { resource: 'b2bPerson', operation: 'enrichPersonBatch', waitLimit: 10 }),
				node('After', 'noOp'),
			],
			connections: { Start: leadsTo('Enrich'), Enrich: leadsTo('After') },
			pinData: { Start: contacts },
		});
		const id = await client().run(created.id, 'Start');
		const ended = await client().waitForExecution(id);
		expect(outcomesOf(ended)).toEqual(['enriched', 'enriched', 'enriched']);
		expect(queue.stack.sandbox.requests.of('b2bPersonEnrichBatch')).toHaveLength(1);
	});
}

inQueueMode('files in folders that all processes share', testsOfFiles, {
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
});
inQueueMode('the settings of n8n 2', testsOfFiles, OLD_SETTINGS);
inQueueMode('files in the database', testsOfFiles);
