import { setTimeout as sleep } from 'node:timers/promises';
import type {
	ExecutionStatus,
	ICredentialDataDecryptedObject,
	ICredentialType,
	INodeCredentials,
	INodeListSearchResult,
	INodeParameters,
	INodeTypeDescription,
} from 'n8n-workflow';

import { type Dialect, dialectOf } from './dialect';
import { type Execution, readExecution, type StoredExecution } from './execution';
import { type Login, Session } from './session';
import type { StoredCredential, StoredWorkflow, WorkflowDraft } from './stored';

/** Asks for the choices of a field, as the editor does when its list is opened. */
export interface FieldQuery {
	nodeType: string;
	version?: number;
	/** Path of the field, such as `parameters.city`. */
	path: string;
	method: string;
	parameters?: INodeParameters;
	credentials?: INodeCredentials;
	filter?: string;
	paginationToken?: string;
}

/** Longer than what n8n does on a slow machine takes. */
const LONG_MS = 240_000;
const ENDED: ExecutionStatus[] = ['success', 'error', 'canceled', 'crashed'];

/** What people and tests do with a running n8n, by its REST interface. */
export class N8nClient extends Session {
	/** The version of n8n. */
	version = '';
	private dialect!: Dialect;

	/**
	 * Signs in to a running n8n; on a new one this creates the owner.
	 * @param login a login, or the key that another client's login was given: n8n refuses logins when there are many
	 */
	static async connect(url: string, login: Login | string): Promise<N8nClient> {
		const client = new N8nClient(url);
		if (typeof login === 'string') client.key = login;
		else await client.signIn(login);
		const { versionCli } = await client.request<{ versionCli: string }>('GET', '/settings');
		client.version = versionCli;
		client.dialect = dialectOf(versionCli);
		return client;
	}

	/** Stores a credential. */
	async createCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
		name = type,
	): Promise<StoredCredential> {
		const { id } = await this.request<StoredCredential>('POST', '/credentials', { name, type, data });
		return { id, name, type };
	}

	/** Tests a credential with this data, as the editor does on saving. */
	async testCredential(
		credential: StoredCredential,
		data: ICredentialDataDecryptedObject,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.request('POST', '/credentials/test', { credentials: { ...credential, data } });
	}

	/** Stores a workflow as a draft. */
	async createWorkflow(draft: WorkflowDraft): Promise<StoredWorkflow> {
		return await this.request('POST', '/workflows', { settings: {}, ...this.dialect.draft(draft) });
	}

	/** Stores changes of a workflow as its draft: what is published of it stays as it is. */
	async updateWorkflow({ id, ...draft }: StoredWorkflow): Promise<StoredWorkflow> {
		return await this.request('PATCH', `/workflows/${id}`, draft);
	}

	/** Publishes the draft and waits until its triggers and webhooks answer. */
	async activate({ id, versionId, name }: StoredWorkflow): Promise<void> {
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		await this.until(LONG_MS, `Workflow ${name} was not published`, async () =>
			(await this.dialect.isLive(this, id)) ? true : undefined,
		);
	}

	/** Takes a published workflow back. */
	async deactivate(workflowId: string): Promise<void> {
		await this.request('POST', `/workflows/${workflowId}/deactivate`, {});
	}

	/** Starts a manual run from the named trigger and returns the id of the execution. */
	async run(workflowId: string, trigger: string): Promise<string> {
		return await this.start(workflowId, { triggerToStartFrom: { name: trigger } });
	}

	/** Starts a manual run up to a node, as the editor's "Execute step" does, and returns the id of the execution. */
	async runStep(workflowId: string, node: string): Promise<string> {
		return await this.start(workflowId, { startNodes: [], destinationNode: this.dialect.destination(node) });
	}

	private async start(workflowId: string, what: object): Promise<string> {
		const { executionId } = await this.request<{ executionId?: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			{ ...(await this.dialect.runOf(this, workflowId)), ...what },
		);
		if (!executionId) throw new Error('The run waits for the call of a webhook and did not start.');
		return executionId;
	}

	/** Waits until an execution has ended, or has reached one of the given states. */
	async waitForExecution(
		id: string,
		{ timeoutMs = LONG_MS, until = ENDED }: { timeoutMs?: number; until?: ExecutionStatus[] } = {},
	): Promise<Execution> {
		return await this.until(timeoutMs, `Execution ${id} did not become ${until.join(' or ')}`, async () => {
			const execution = await this.getExecution(id);
			if (until.includes(execution.status)) return execution;
			if (ENDED.includes(execution.status)) {
				throw new Error(
					`Execution ${id} ended as ${execution.status}: ${execution.error?.message ?? 'no error'}`,
				);
			}
			return undefined;
		});
	}

	/** Reads an execution with all of its data. */
	async getExecution(id: string): Promise<Execution> {
		return readExecution(await this.request<StoredExecution>('GET', `/executions/${id}`));
	}

	/** Ids of the executions of a workflow, latest first; of no more than the newest 100. */
	async listExecutions(workflowId: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.request<{ readonly results: ReadonlyArray<{ readonly id: string }> }>(
			'GET',
			`/executions?filter=${filter}&limit=100`,
		);
		return results.map(({ id }) => id);
	}

	/**
	 * Retries a failed execution, as the list of executions does, and waits for the end of the new one.
	 * @param withCurrentWorkflow with the workflow as it is stored now, not as it was
	 */
	async retryExecution(
		{ id, workflowId }: Pick<Execution, 'id' | 'workflowId'>,
		withCurrentWorkflow = false,
	): Promise<Execution> {
		await this.request('POST', `/executions/${id}/retry`, { loadWorkflow: withCurrentWorkflow });
		const [newest] = await this.listExecutions(workflowId);
		return await this.waitForExecution(newest);
	}

	/** Stops an execution, as the editor's stop button does. */
	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/executions/${id}/stop`, {});
	}

	/** Descriptions of all loaded node types. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return (await (await this.send('GET', '/types/nodes.json')).json()) as INodeTypeDescription[];
	}

	/** Descriptions of all loaded credential types. */
	async credentialTypes(): Promise<ICredentialType[]> {
		return (await (await this.send('GET', '/types/credentials.json')).json()) as ICredentialType[];
	}

	/** Choices of a resource locator's list. */
	async listSearch(query: FieldQuery): Promise<INodeListSearchResult> {
		const { nodeType, version = 1, method, parameters = {}, ...rest } = query;
		return await this.request('POST', '/dynamic-node-parameters/resource-locator-results', {
			nodeTypeAndVersion: { name: nodeType, version },
			methodName: method,
			currentNodeParameters: parameters,
			...rest,
		});
	}

	private async until<T>(timeoutMs: number, failure: string, look: () => Promise<T | undefined>): Promise<T> {
		const deadline = Date.now() + timeoutMs;
		for (let pause = 20; ; pause = Math.min(pause * 1.5, 500)) {
			const found = await look();
			if (found !== undefined) return found;
			if (Date.now() > deadline) throw new Error(`${failure} within ${timeoutMs / 1000} s.`);
			await sleep(pause);
		}
	}
}
