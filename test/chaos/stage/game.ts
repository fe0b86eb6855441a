import type { Sandbox } from '../../../sandbox';
import { hash } from '../../../sandbox/base/random';
import type { SimulatedTime } from '../../support/simulatedTime';
import { entriesOfWorkflow, pauseWithinStore } from '../../support/processedStore';
import { Account, type Played } from './account';
import type { Run } from '../events';
import { IdealClient } from '../model';
import { execute } from './n8n';
import { Executions } from './executions';
import type { Figures } from './figures';
import { Wire } from './process';
import type { Sequence, Step, Work } from '../sequence/steps';
import { TroubleMaker } from './trouble';
import { OPERATIONS, Units } from '../sequence/units';

const MINUTE_MS = 60_000;
/** What a part of a call of n8n's store, and half the way of a request, take at most. */
const STORE_MS = 4;
const WAY_MS = 40;

let games = 0;

/** One sequence as it is played: its workflow, the processes and executions so far. */
export class Game {
	readonly ideal = new IdealClient();
	private readonly units: Units;
	private readonly trouble: TroubleMaker;
	private readonly account: Account;
	private readonly executions: Executions;
	private readonly workflow: string;
	private runs = 0;
	private hasOverlapped = false;
	private drawn = 0;
	private readonly taken = new Set<number>();

	constructor(
		sandbox: Sandbox,
		private readonly time: SimulatedTime,
		private readonly sequence: Sequence,
		private readonly figures: Figures,
	) {
		this.units = new Units(sandbox, sequence.identifier);
		this.trouble = new TroubleMaker(sandbox);
		this.workflow = `workflow ${++games}`;
		this.executions = new Executions(this.workflow, sandbox, time, this.units);
		this.account = new Account(sandbox, this.units, this.ideal, this.trouble);
		pauseWithinStore(async () => await time.sleep(this.draw(STORE_MS)));
	}

	/** Nothing of the processes happens any more. */
	end(): void {
		for (const process of this.executions.processes) process.kill();
		pauseWithinStore(undefined);
	}

	async step(step: Step): Promise<void> {
		if (step.kind === 'wait') {
			await this.time.pass(this.time.sleep(step.minutes * MINUTE_MS));
			return;
		}
		const { work, beside, trouble } = step;
		const works = beside === undefined ? [work] : [work, beside.work];
		const isAlone = beside === undefined && trouble === undefined;
		const [isNow, isElsewhere] = [
			works.every(({ operation }) => operation === 'enrichNow'),
			work.process !== beside?.work.process,
		];
		const isNowOnTwo = beside !== undefined && isNow && isElsewhere;
		const endpoints = works.flatMap(({ operation }) => [...OPERATIONS[operation].endpoints]);
		this.trouble.begin(trouble, endpoints);
		if (trouble !== undefined) this.figures.troubles++;
		if (beside !== undefined) this.figures.overlaps++;
		const second = async (): Promise<Played[]> => {
			if (beside === undefined) return [];
			await this.time.sleep(beside.afterMs);
			return [await this.run(beside.work, false, isNowOnTwo)];
		};
		const [first, others] = await this.time.pass(
			Promise.all([this.run(work, isAlone, isNowOnTwo), second()]),
		);
		const played = [first, ...others];
		this.account.settle(played);
		this.trouble.end();
		const pending = entriesOfWorkflow(this.workflow);
		// Two processes at the same time bring back what one of them has removed.
		this.hasOverlapped ||= new Set(played.map(({ run }) => run.process)).size > 1;
		if (this.ideal.isAllOut && !this.hasOverlapped && pending > 0)
			this.ideal.break('I7 pending', first.run, `leaves ${pending} entries pending though all came out`);
		for (const { ended, wire } of played) {
			if (ended.how === 'killed') this.figures.kills++;
			if (wire.isStopped) this.figures.stops++;
		}
	}

	private async run(wanted: Work, isAlone: boolean, isNowOnTwo: boolean): Promise<Played> {
		const beginning = this.executions.begin(wanted);
		const { work, begin } = beginning;
		const { operation, options, cut } = work;
		const { process, chain } = begin;
		this.figures.runs++;
		const label = `run ${++this.runs}`;
		const run: Run = {
			label,
			chain,
			process: `process ${this.executions.processes.indexOf(process)}`,
			operation,
			units: work.asked.map((asked) => this.units.nameOf(operation, asked)),
			skips: options.skipEnriched !== undefined && OPERATIONS[operation].kind === 'company',
			paysAgain: operation !== 'enrichNow' && options.ifSentBefore === 'send',
			// What a job costs is not known before.
			maxCredits: operation === 'createJob' ? undefined : options.maxCredits,
			marksAsDone: options.ifSentBefore === 'done',
			hasMinimum: options.spare !== undefined,
			// A retry may go by the balance that its execution has read moments ago.
			spare:
				chain.length === 1 && begin.turns.length === 0 && operation !== 'createJob'
					? options.spare
					: undefined,
			maxRequests: options.maxRequests,
			mostRequests: (work.retryOnFail ? 3 : 1) * (10 + 20 * work.asked.length),
			startedAt: this.time.now(),
			isNowOnTwo,
			// With another operation, a retry cannot get by its key what the execution was answered.
			isCalm:
				isAlone &&
				cut === undefined &&
				work.start !== 'retryCurrent' &&
				!this.trouble.isBlocking &&
				!isLimited(work),
		};
		this.account.began(run);
		const wireOf = (stop: () => void): Wire =>
			new Wire(process, {
				time: this.time,
				label,
				cut,
				stop,
				latency: () => this.draw(WAY_MS),
				leaves: () => this.trouble.leaves(),
				answered: (answer) => {
					if (this.trouble.tellsOfBlock(answer)) this.ideal.blocked(run, this.time.now());
				},
			});
		const { ended, wire } = await execute(this.time, begin, wireOf);
		this.executions.keep(beginning, ended, wire.isStopped);
		const tries = work.retryOnFail ? 3 : 1;
		const longestMs = run.isCalm
			? (6 + tries * work.waitLimit) * MINUTE_MS
			: (15 + tries * (work.waitLimit + 5 * work.asked.length)) * MINUTE_MS;
		return { run, ended, at: this.time.now(), wire, longestMs };
	}

	/** A time to take, from 1 ms up to the most: the same ones in the same sequence, and no two end together. */
	private draw(mostMs: number): number {
		const now = this.time.now();
		let ms = 1 + (hash(this.sequence.seed, ++this.drawn, 1) % mostMs);
		while (this.taken.has(now + ms)) ms++;
		this.taken.add(now + ms);
		return ms;
	}
}

const isLimited = ({ options, waitLimit }: Work): boolean =>
	options.maxCredits !== undefined ||
	options.spare !== undefined ||
	options.maxRequests !== undefined ||
	waitLimit < 30;
