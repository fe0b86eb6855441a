import { sleep } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { Sandbox } from '../../sandbox';
import type { QueueStack } from '../../tools/host/queueStack';
import type { Ask, Source } from './kinds';
import type { Random } from '../support/random';
import type { Published } from './workflows';

/** An execution as it was asked for. */
export interface Start {
	readonly tag: string;
	readonly workflow: Published;
	readonly asks: readonly Ask[];
	/** Whether n8n has taken the call; one whose answer was lost may have started an execution, too. */
	readonly isTaken: boolean;
	/** When it was answered, on the sandbox's clock. */
	readonly at: number;
}

/** Executions that are not over; above them no more is started. */
const MOST_OPEN = 24;
/** Asks that other executions may repeat. */
const KEPT_ASKS = 40;

/** What names an execution in everything that is stored of it. */
export const TAG = /soak-\d+(?:-again)?/;

/** Starts executions of the mix at random times. */
export class Load {
	readonly starts: Start[] = [];
	private readonly used = { person: 0, company: 0, phone: 0 };
	private readonly recent = new Map<string, Ask[]>();

	constructor(
		private readonly stack: QueueStack,
		private readonly workflows: readonly Published[],
		private readonly random: Random,
	) {}

	/** Goes on until the time; each workflow is started at least once when there is time for it. */
	async until(end: number): Promise<void> {
		const first = [...this.workflows].sort(() => this.random.number() - 0.5);
		const bag = this.workflows.flatMap((one) => Array.from({ length: one.kind.weight }, () => one));
		while (Date.now() < end) {
			await this.start(first.pop() ?? this.random.pick(bag));
			await sleep(first.length > 0 ? 200 : this.random.between(50, 1500));
			while (Date.now() < end && (await this.open()) > MOST_OPEN) await sleep(500);
		}
	}

	/** One execution that nothing disturbs, begun and over: by then every process has loaded what it needs. */
	async first(endpoint: EndpointName): Promise<void> {
		const workflow = this.workflows.find(({ kind }) => kind.endpoint === endpoint);
		if (workflow === undefined) throw new Error(`No workflow of the mix calls ${endpoint}.`);
		await this.start(workflow);
	}

	/** Starts an execution for the same records once more, as a user does after a crash. */
	async again({ tag, workflow, asks }: Start): Promise<void> {
		await this.call(`${tag}-again`, workflow, asks);
	}

	private async start(workflow: Published): Promise<void> {
		const tag = `soak-${this.starts.length + 1}`;
		const { random } = this;
		const { sandbox } = this.stack;
		const source: Source = { random, sandbox, tag, next: (what) => this.next(what, sandbox) };
		const asks = workflow.kind.asks(source);
		await this.call(tag, workflow, this.shared(workflow, asks));
	}

	/** Some of the asks replaced by those of others. */
	private shared({ id, kind: { name, sharedBy } }: Published, asks: Ask[]): Ask[] {
		if (sharedBy === undefined) return asks;
		const group = sharedBy === 'node' ? id : name;
		const recent = this.recent.get(group) ?? [];
		const mixed = asks.map((ask) =>
			recent.length > 0 && this.random.chance(0.15) ? this.random.pick(recent) : ask,
		);
		this.recent.set(group, [...recent, ...asks].slice(-KEPT_ASKS));
		return mixed;
	}

	private next(what: 'person' | 'company' | 'phone', { persons, companies }: Sandbox): number {
		const number = this.used[what]++;
		const most = { person: persons.count, company: companies.count, phone: 99_999_999 }[what];
		if (number >= most) throw new Error(`Too few records of this kind for so long a soak: ${what}`);
		return number;
	}

	private async call(tag: string, workflow: Published, asks: readonly Ask[]): Promise<void> {
		const body = JSON.stringify({ tag, items: asks.map(({ json }) => json) });
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(workflow.url, { method: 'POST', headers, body }).catch(() => undefined);
		await answer?.text();
		const at = this.stack.sandbox.clock.now();
		this.starts.push({ tag, workflow, asks, isTaken: answer?.status === 200, at });
	}

	/** Executions that are not over. */
	async open(): Promise<number> {
		const filter = encodeURIComponent(JSON.stringify({ status: ['new', 'running', 'waiting'] }));
		const asked = await this.stack
			.main()
			.client.request<{ results: unknown[] }>('GET', `/executions?filter=${filter}&limit=100`)
			// A main that is too busy to answer is to be given no more, either.
			.catch(() => undefined);
		return asked?.results.length ?? MOST_OPEN + 1;
	}
}
