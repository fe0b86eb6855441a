import type { INodeExecutionData } from 'n8n-workflow';

import type { LoggedRequest, Sandbox } from '../../../sandbox';
import type { End, Run } from '../events';
import type { IdealClient } from '../model';
import type { Ended } from './n8n';
import type { Wire } from './process';
import type { TroubleMaker } from './trouble';
import type { Units } from '../sequence/units';

/** A run of the node that has ended. */
export interface Played {
	readonly run: Run;
	readonly ended: Ended;
	readonly at: number;
	readonly wire: Wire;
	/** The longest that it may have taken. */
	readonly longestMs: number;
}

/** Tells the ideal client what happened in a step, in its order: what was sent and paid, and what came out. */
export class Account {
	private readonly runs = new Map<string, Run>();
	/** Requests that have been told. */
	private told = 0;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly units: Units,
		private readonly ideal: IdealClient,
		private readonly trouble: TroubleMaker,
	) {}

	began(run: Run): void {
		this.runs.set(run.label, run);
		this.ideal.began(run);
	}

	settle(played: readonly Played[]): void {
		const requests = this.sandbox.requests.all.slice(this.told);
		this.told += requests.length;
		const events = [
			...requests.map((request) => ({ at: request.time, tell: () => this.tellRequest(request) })),
			...played.map((run) => ({ at: run.at, tell: () => this.tellEnd(run) })),
		];
		for (const { tell } of events.sort((a, b) => a.at - b.at)) tell();
	}

	private tellRequest(request: LoggedRequest): void {
		const { headers, time, charged, endpoint } = request;
		const run = this.runs.get(headers['x-run'] ?? '');
		if (run === undefined) return;
		this.ideal.sent({
			run,
			at: time,
			begunAt: Number(headers['x-begun']),
			isKnown: this.trouble.tells(request),
			isBalance: endpoint === 'balance',
			isPoll: ['batchStatus', 'prospectingResult'].includes(endpoint ?? ''),
			units: this.units.in(request),
			credits: charged,
			refundedAt: () => this.refundOf(request),
		});
	}

	private refundOf({ id, charged }: LoggedRequest): number | undefined {
		const refunds = this.sandbox.ledger.entries.filter(
			({ kind, requestId }) => kind === 'refund' && requestId === id,
		);
		const amount = refunds.reduce((sum, entry) => sum + entry.amount, 0);
		return amount >= charged ? refunds.at(-1)?.time : undefined;
	}

	private tellEnd({ run, ended, at, wire, longestMs }: Played): void {
		if (wire.afterStop > 0) this.ideal.break('I5', run, 'sent a request after it had been stopped');
		if (ended.stored.includes(this.sandbox.apiKey)) this.ideal.break('I5', run, 'has the key in its output');
		const items = run.units.map((unit, item) => this.outcomeOf(run, unit, item, ended.output));
		const how = ended.how !== 'killed' && wire.isStopped ? 'stopped' : ended.how;
		const usage = ended.output.find(({ json }) => json.usage !== undefined)?.json.usage as End['usage'];
		this.ideal.ended(run, { how, at, items, usage, wasEnding: wire.isEnding }, longestMs);
	}

	private outcomeOf(
		run: Run,
		unit: string,
		item: number,
		output: readonly INodeExecutionData[],
	): End['items'][number] {
		const own = output.filter(({ pairedItem }) =>
			[pairedItem].flat().some((paired) => (typeof paired === 'number' ? paired : paired?.item) === item),
		);
		const good = own.filter(({ json }) => !('error' in json));
		if (good.length === 0) return own.length === 0 ? undefined : 'error';
		const [{ json }] = good;
		if (!this.units.isOf(unit, json)) this.ideal.break('I2', run, `outputs something else for ${unit}`);
		// What is still waited for has not come out, and stays pending.
		if (json.outcome === 'waiting') return 'error';
		return json.outcome === 'failed' ? 'failed' : 'out';
	}
}
