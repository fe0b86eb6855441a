import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import type { clock as ownClock } from '../../core/base/clock';
import type { PersonCompanyDataNewLeadsTrigger } from '../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import type { Sandbox } from '../../sandbox';
import { additionalDataFor, nodeTypesOf, nodeWith, workflowAround } from './engine';
import { credentialFor } from './harness';
import { AS_RETURNED } from './workflowNodes';

/** The New Leads trigger as n8n polls it: with n8n's own context, over real HTTP. */

const TYPE = 'n8n-nodes-person-company-data.personCompanyDataNewLeadsTrigger';

/** A process of n8n: what the modules remember ends with it. */
interface Process {
	readonly trigger: PersonCompanyDataNewLeadsTrigger;
	readonly clock: typeof ownClock;
}

function newProcess(): Process {
	let started: Process | undefined;
	jest.isolateModules(() => {
		const { PersonCompanyDataNewLeadsTrigger: Trigger } = jest.requireActual<{
			PersonCompanyDataNewLeadsTrigger: new () => PersonCompanyDataNewLeadsTrigger;
		}>('../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node');
		const { clock } = jest.requireActual<{ clock: typeof ownClock }>('../../core/base/clock');
		started = { trigger: new Trigger(), clock };
	});
	return started as Process;
}

/** What one poll came to. */
export interface Polled {
	/** The results with which the workflow starts; `null` when it does not. */
	readonly items: readonly INodeExecutionData[] | null;
	readonly error?: Error & { readonly description?: string | null };
}

/** A published workflow with the trigger, and the n8n around it. */
export class PublishedTrigger {
	/** What n8n has stored with the workflow. */
	stored = '{}';
	/** What the trigger has written into n8n's log. */
	readonly log: string[] = [];
	private process: Process;
	private workflow!: Workflow;
	private context!: IPollFunctions;

	constructor(
		private readonly sandbox: Sandbox,
		private parameters: IDataObject,
		private readonly credential: IDataObject = credentialFor(sandbox),
	) {
		this.process = this.begin();
	}

	/** Publishes the workflow, perhaps with other parameters; n8n polls at once. */
	async publish(
		parameters = this.parameters,
		activation: WorkflowActivateMode = 'activate',
	): Promise<Polled> {
		this.parameters = parameters;
		[this.workflow, this.context] = this.load('trigger', activation);
		const polled = await this.poll();
		// n8n stores what the first poll has changed, whatever it returned.
		if (polled.error === undefined) this.store();
		return polled;
	}

	/** Lets n8n start again with what it has stored. */
	async restart(): Promise<Polled> {
		this.process = this.begin();
		return await this.publish(this.parameters, 'init');
	}

	/** A poll by the schedule. */
	async poll(options: { readonly isKilledBeforeStoring?: boolean } = {}): Promise<Polled> {
		const polled = await this.call(this.context);
		if (polled.items !== null && options.isKilledBeforeStoring !== true) this.store();
		return polled;
	}

	/** "Fetch test event": with what n8n has stored, of which nothing is changed. */
	async test(parameters = this.parameters): Promise<Polled> {
		const [workflow, context] = this.load('manual', 'manual', parameters);
		context.getWorkflowStaticData('node');
		const before = JSON.stringify(workflow.staticData);
		const polled = await this.call(context);
		expect(JSON.stringify(workflow.staticData)).toBe(before);
		return polled;
	}

	private async call(context: IPollFunctions): Promise<Polled> {
		return await this.process.trigger.poll.call(context).then(
			(output) => ({ items: output === null ? null : output[0] }),
			(error: Error) => ({ items: null, error }),
		);
	}

	private store(): void {
		this.stored = JSON.stringify(this.workflow.staticData);
	}

	private begin(): Process {
		const process = newProcess();
		const { clock } = this.sandbox;
		jest.spyOn(process.clock, 'now').mockImplementation(() => clock.now());
		jest.spyOn(process.clock, 'sleep').mockImplementation(async (ms) => await clock.sleep(ms));
		jest.spyOn(process.clock, 'random').mockReturnValue(0);
		return process;
	}

	private load(
		mode: 'trigger' | 'manual',
		activation: WorkflowActivateMode,
		parameters = this.parameters,
	): [Workflow, IPollFunctions] {
		const node: INode = nodeWith({
			type: TYPE,
			parameters: { ...AS_RETURNED, ...parameters } as INode['parameters'],
		});
		const workflow = workflowAround(node, {
			active: true,
			nodeTypes: nodeTypesOf(TYPE, this.process.trigger),
			staticData: JSON.parse(this.stored) as IDataObject,
		});
		const context = new PollContext(workflow, node, additionalDataFor(this.credential), mode, activation);
		const note = (text: string): void => void this.log.push(text);
		Object.defineProperty(context, 'logger', {
			value: { info: note, warn: note, error: note, debug: note },
		});
		return [workflow, context];
	}
}

/** What the service calls the persons of a poll. */
export const personsOf = ({ items }: Polled): unknown[] => (items ?? []).map(({ json }) => json.id_pessoa);
