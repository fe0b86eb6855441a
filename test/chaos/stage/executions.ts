import type { IDataObject, INode } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import type { SimulatedTime } from '../../support/simulatedTime';
import { credentialFor } from '../../support/engine';
import type { Work } from '../sequence/steps';
import { OPERATIONS, type Units } from '../sequence/units';
import { copy, type Begin, type Ended, type Execution } from './n8n';
import { Process } from './process';
import { placed } from '../../support/placed';

/** A run as n8n begins it, and what was chosen for it. */
export interface Beginning {
	readonly work: Work;
	readonly begin: Begin;
}

/** An execution, and what was chosen for it. */
interface Known {
	readonly execution: Execution;
	readonly work: Work;
}

type Stored = Pick<Execution, 'chain' | 'turns' | 'context'>;
const nothing = (): Stored => ({ chain: [], turns: [], context: {} });

/** The executions of a workflow so far, and the processes of n8n that they run in. */
export class Executions {
	readonly processes: Process[] = [];
	/** Where a process of n8n runs; another one takes the place of one that was killed. */
	private readonly places: Process[] = [];
	/** Those that failed, the latest first. */
	private readonly failed: Known[] = [];
	/** The latest execution, as long as its loop may take another turn. */
	private live?: Known;
	private begun = 0;

	constructor(
		private readonly workflow: string,
		private readonly sandbox: Sandbox,
		private readonly time: SimulatedTime,
		private readonly units: Units,
	) {}

	/** How n8n begins what is wanted: a new execution, a retry of one that failed, or the next turn of a loop. */
	begin(wanted: Work): Beginning {
		const earlier = wanted.start.startsWith('retry')
			? this.failed[wanted.of % Math.max(1, this.failed.length)]
			: undefined;
		const { live } = this;
		// An execution does not take a turn while another one lasts.
		this.live = undefined;
		if (earlier !== undefined) {
			const work = retried(earlier.work, wanted);
			return this.beginning(work, copy(stateOf(earlier.execution)), 'retry');
		}
		if (wanted.start === 'turn' && live !== undefined && !live.execution.process.isDead) {
			const work = { ...live.work, asked: wanted.asked, cut: wanted.cut };
			return this.beginning(work, stateOf(live.execution), live.execution.process);
		}
		return this.beginning(wanted, nothing());
	}

	/** What n8n has of an execution from now on. */
	keep({ work }: Beginning, { how, execution }: Ended, isStopped: boolean): void {
		const known = { execution, work };
		this.live = how === 'green' && !isStopped ? known : undefined;
		if (how === 'red' && !isStopped) this.failed.unshift(known);
	}

	private beginning(work: Work, stored: Stored, goesOn?: 'retry' | Process): Beginning {
		const { operation, asked, waitLimit, continues, retryOnFail } = work;
		const { spare, maxConcurrentRequests, ...options } = work.options;
		const balance = this.sandbox.ledger.balance('b2b');
		const settings: Partial<INode> = {
			onError: continues ? 'continueRegularOutput' : 'stopWorkflow',
			retryOnFail,
		};
		const parameters: IDataObject = {
			...this.units.parameters(operation),
			waitLimit,
			...placed({
				includeUsage: true,
				...(spare !== undefined && { minimumBalance: balance - spare }),
				...options,
			}),
		};
		const isTurn = goesOn instanceof Process;
		const begin: Begin = {
			...stored,
			workflow: this.workflow,
			chain: isTurn ? stored.chain : [...stored.chain, String(++this.begun)],
			process: isTurn ? goesOn : this.place(work.process),
			settings,
			parameters,
			items: asked.map((one) => this.units.item(operation, one)),
			// A further turn of a retried execution has its mode.
			mode: goesOn === 'retry' || stored.chain.length > 1 ? 'retry' : work.mode,
			credential: { ...credentialFor(this.sandbox), maxRequestsPerMinute: 0, maxConcurrentRequests },
		};
		return { work, begin };
	}

	private place(at: number): Process {
		const there = this.places[at];
		if (there !== undefined && !there.isDead) return there;
		const process = new Process(this.time);
		this.places[at] = process;
		this.processes.push(process);
		return process;
	}
}

const stateOf = ({ chain, turns, context }: Execution): Stored => ({ chain, turns, context });

/** The failed run again, with the parameters that it had or with those that the workflow has now. */
function retried(earlier: Work, { start, operation, ...now }: Work): Work {
	const { process, cut } = now;
	if (start === 'retryOriginal') return { ...earlier, process, cut };
	const isSameKind = OPERATIONS[operation].kind === OPERATIONS[earlier.operation].kind;
	return { ...now, start, operation: isSameKind ? operation : earlier.operation, asked: earlier.asked };
}
