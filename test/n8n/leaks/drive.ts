import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { endpoints, type EndpointName } from '../../../contract';
import type { Endpoint } from '../../../contract/model/endpoint';
import { listSearch } from '../../../nodes/PersonCompanyData/lists';
import type { StoredWorkflow } from '../../../tools/host/rest/stored';
import type { Execution } from '../../../tools/host/rest/execution';
import { until } from '../../support/until';
import type { OwnStack } from '../ownStack';
import { eventsPath } from '../../../tools/host/rest/eventsPath';
import { CREDENTIAL_TYPE, node, NODE_TYPE, START, workflow } from '../support';
import { leadsTo, listHook } from '../../support/workflowNodes';
import type { Made } from '../../support/made';
import { echoOf, type Plan, type Trouble } from './plans';
import type { Place } from './secrets';

const TRIGGER_TYPE = 'n8n-nodes-person-company-data.personCompanyDataTrigger';
/** Executions at the same time: most of their time is waiting. */
const AT_ONCE = 40;
/** Endpoints that operations call after the one by which they are known. */
const FOLLOWING: readonly EndpointName[] = [
	'batchStatus',
	'prospectingResult',
	'layoutEnrichmentResult',
	'balance',
];

const isHeld = (name: EndpointName): boolean => (endpoints[name] as Endpoint).holdSeconds !== undefined;

/** What is seen of n8n from outside while it runs. */
export class Drive {
	/** Executions, by what was run. */
	readonly executions: Array<readonly [string, Execution]> = [];
	/** What the editor was told: choices, refusals, tests of the credential. */
	readonly panels: Place[] = [];
	private credentials: INode['credentials'] = {};
	private readonly workflows = new Map<string, StoredWorkflow>();

	constructor(private readonly stack: OwnStack) {}

	/** Stores the credential that everything uses. */
	async prepare(): Promise<void> {
		const { apiKey, baseUrl } = this.stack.sandbox;
		const { id, name } = await this.client.createCredential(CREDENTIAL_TYPE, {
			apiKey,
			baseUrl,
			maxRequestsPerMinute: 0,
		});
		this.credentials = { [CREDENTIAL_TYPE]: { id, name } };
	}

	/** Runs operations, each with its own trouble, some at the same time; settings are those of the first. */
	async round(pairs: ReadonlyArray<readonly [Plan, Trouble]>): Promise<void> {
		const { faults } = this.stack.sandbox;
		this.stack.sandbox.set({ ...pairs[0][1].settings });
		for (const [{ endpoint, items }, { fault }] of pairs) {
			// What is waited for is asked for until the wait is over, and what is held after a minute each time.
			const most = FOLLOWING.includes(endpoint) ? 2 : isHeld(endpoint) ? 1 : 'always';
			if (fault !== undefined) {
				faults.add({ ...fault(echoOf(this.stack.sandbox, items)), endpoint, times: most });
			}
		}
		const waiting = [...pairs];
		const work = async (): Promise<void> => {
			for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.run(...next);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		faults.clear();
		this.stack.sandbox.set({
			slowEveryNthRecord: 0,
			failEveryNthRecord: 0,
			jobException: null,
			batchException: null,
		});
	}

	/** Lists, as the editor opens them, and the test of the credential. */
	async openEditor(trouble: Trouble): Promise<void> {
		const { faults } = this.stack.sandbox;
		if (trouble.fault !== undefined) {
			faults.add({ ...trouble.fault(echoOf(this.stack.sandbox)), endpoint: '*', times: 'always' });
		}
		const query = (method: string) => ({
			nodeType: NODE_TYPE,
			path: 'parameters.filters.cities.values[0].value',
			method,
			parameters: {
				filters: { cities: { values: [{ value: '' }] } },
			} as INodeParameters,
			credentials: this.credentials,
			filter: 'Tec',
		});
		for (const method of Object.keys(listSearch)) {
			await this.note(`list ${method}`, async () => await this.client.listSearch(query(method)));
		}
		const { apiKey, baseUrl } = this.stack.sandbox;
		const credential = { ...this.credentials?.[CREDENTIAL_TYPE], type: CREDENTIAL_TYPE };
		for (const changed of [{}, { baseUrl: `${baseUrl}x` }, { baseUrl: 'http://elsewhere.example' }]) {
			await this.note(
				'credential test',
				async () => await this.client.testCredential(credential as never, { apiKey, baseUrl, ...changed }),
			);
		}
		faults.clear();
	}

	/** The trigger, with events that are good, forged and bad; and a batch that is waited for by webhook. */
	async takeEvents(made: Made): Promise<void> {
		const { persons } = this.stack.sandbox;
		const [cpf, name] = [persons.cpf(0), persons.name(0)];
		const trigger = node('Trigger', TRIGGER_TYPE, {}, { credentials: this.credentials });
		const listening = await this.publish('trigger', [trigger], {});
		const url = `${this.stack.n8n.url}${eventsPath(listening, listening.nodes[0])}`;
		const post = async (body: unknown): Promise<void> => {
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: typeof body === 'string' ? body : JSON.stringify(body),
			});
			this.panels.push({ where: 'answer to an event', text: await response.text() });
		};
		await post({ job_id: made.job, job_type: 'prospecting', status: 'done' });
		await post({ job_id: cpf, job_type: name, status: 'done' });
		await post({ id_processamento: name, status: 'completed', contatos: [{ nome: name, cpf }] });
		await post({ id_processamento: '../../etc', cpf, status: 'completed' });
		await post(`{"cpf": "${cpf}", "name": "${name}"`);

		const enrich = node(
			'Enrich',
			NODE_TYPE,
			{
				resource: 'b2bPerson',
				operation: 'enrichPersonBatch',
				id_pessoa: '={{ $json.id_pessoa }}',
				afterSubmission: 'webhook',
				waitLimit: 10,
				options: { ifSentBefore: 'send' },
			},
			{ credentials: this.credentials },
		);
		const hook = listHook('contacts');
		const waits = await this.publish('callback', [...hook.nodes, enrich], {
			Hook: leadsTo('Split'),
			Split: leadsTo('Enrich'),
		});
		const contacts = [{ id_pessoa: persons.id(0), name, cpf }];
		await this.client.send('POST', `/webhook/${hook.path}`, { contacts });
		await until(async () => await this.hasEnded(waits));
		await until(async () => await this.hasEnded(listening));
		for (const each of [listening, waits]) {
			for (const id of await this.client.listExecutions(each.id)) {
				this.executions.push([each.name, await this.client.waitForExecution(id)]);
			}
		}
		await this.client.deactivate(listening.id);
		await this.client.deactivate(waits.id);
	}

	private get client() {
		return this.stack.n8n.client;
	}

	private async run({ resource, operation, parameters, items }: Plan, trouble: Trouble): Promise<void> {
		const name = `${resource}.${operation}`;
		const stored =
			this.workflows.get(name) ?? (await this.store(name, { resource, operation, ...parameters }, items));
		this.workflows.set(name, stored);
		const id = await this.client.run(stored.id, START);
		const execution = await this.client.waitForExecution(id, { timeoutMs: 600_000 });
		this.executions.push([`${name} with ${trouble.name}`, execution]);
	}

	private async store(
		name: string,
		parameters: IDataObject,
		items: readonly IDataObject[],
	): Promise<StoredWorkflow> {
		const more = { credentials: this.credentials, ...this.settingsOf(this.workflows.size) };
		const own = node('Node', NODE_TYPE, parameters as INodeParameters, more);
		return await this.client.createWorkflow({ ...workflow([own], [...items]), name });
	}

	/** All ways to treat errors, one after the other. */
	private settingsOf(i: number): Partial<INode> {
		const ways = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
		return {
			onError: ways[i % ways.length],
			...(i % 4 === 0 && { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }),
		};
	}

	private async publish(name: string, nodes: INode[], connections: IConnections): Promise<StoredWorkflow> {
		const created = await this.client.createWorkflow({ name, nodes, connections });
		await this.client.activate(created);
		return created;
	}

	private async hasEnded({ id }: StoredWorkflow): Promise<boolean> {
		const [newest] = await this.client.listExecutions(id);
		return newest !== undefined && (await this.client.getExecution(newest)).status === 'success';
	}

	private async note(where: string, ask: () => Promise<unknown>): Promise<void> {
		const text = await ask().then(
			(answer) => JSON.stringify(answer),
			(error: Error) => error.message,
		);
		this.panels.push({ where, text });
	}
}
