/**
 * An ideal client, and what it would never let happen. It knows nothing of the package: only what was asked for,
 * what the service's ledger says, and what came out of the runs.
 *
 * What n8n makes impossible is not asked of it:
 * - A process that is killed between an answer and its storage loses what was in the answer. It must then not be
 *   paid for again, and be reported.
 * - n8n stores the output of a run after the run has ended. A process that is killed, or an execution that is stopped,
 *   when the run has already noted that its results come out loses them, and they may be paid for again as if they had
 *   come out.
 */

/** What was asked of a run, and where it stands among others. */
export interface Run {
	readonly label: string;
	/** The executions that it belongs to: its own one last, before it those that it is a retry of. */
	readonly chain: readonly string[];
	readonly process: string;
	readonly operation: string;
	/** The unit that each input item asks for. */
	readonly units: readonly string[];
	/** Skip Records Enriched Before is on. */
	readonly skips: boolean;
	/** A user has started it: it may ask once whether a block still lasts. */
	readonly isByHand: boolean;
	readonly submitsAgain: boolean;
	readonly maxCredits?: number;
	readonly maxRequests?: number;
	readonly startedAt: number;
	/** Nothing goes wrong, nothing limits it, and nothing else runs. */
	readonly isCalm: boolean;
}

/** What became of it. `undefined` for an item: nothing at all came out. */
export interface End {
	readonly how: 'green' | 'red' | 'killed' | 'stopped';
	/** Killed or stopped while it noted that its results come out. */
	readonly wasEnding: boolean;
	readonly at: number;
	readonly items: ReadonlyArray<'out' | 'failed' | 'error' | undefined>;
}

/** A request as the service has logged it. */
export interface Sent {
	readonly run: Run;
	/** When the client began it, and when it came to the service. */
	readonly begunAt: number;
	readonly at: number;
	/** Its answer tells what became of it. */
	readonly isKnown: boolean;
	readonly isBalance: boolean;
	/** The units in it, if it is one that is charged for. */
	readonly units: readonly string[];
	readonly credits: number;
	/** When its credits were given back, if all of them were: the service may do so later. */
	readonly refundedAt: () => number | undefined;
}

interface Payment {
	readonly run: Run;
	readonly at: number;
	readonly refundedAt: () => number | undefined;
	outAt?: number;
	/** It came out of a run with Skip Records Enriched Before. */
	isNoted?: true;
}

const DAY_MS = 24 * 3_600_000;

/** The service gives the answer again within a day. */
const isReplayed = ({ operation, submitsAgain }: Run): boolean => operation === 'enrichNow' && !submitsAgain;

/** Answers to single calls that came out are known to the process of the execution alone, for an hour. */
const isElsewhere = ({ operation, process, startedAt }: Run, paid: Payment): boolean =>
	['checkNumber', 'search'].includes(operation) &&
	(process !== paid.run.process || startedAt >= paid.at + DAY_MS / 24);

export class IdealClient {
	/** What was broken so far, each with the name of the rule. */
	readonly broken: string[] = [];
	private readonly payments = new Map<string, Payment[]>();
	/** Units of which not all is known: an answer was lost, or a run was cut off. */
	private readonly uncertain = new Set<string>();
	private readonly reported = new Set<string>();
	private readonly credits = new Map<string, number>();
	private readonly requests = new Map<string, number>();
	private readonly balances = new Map<string, number>();
	private readonly blockedSince = new Map<string, number>();

	sent(request: Sent): void {
		const { run, begunAt, units, credits, isKnown } = request;
		if (credits > 0) for (const unit of units) this.pay(unit, request);
		if (!isKnown) for (const unit of units) this.uncertain.add(unit);
		this.count(request);
		const blockedSince = this.blockedSince.get(run.isByHand ? run.label : run.process);
		if (blockedSince !== undefined && begunAt > blockedSince && begunAt < blockedSince + DAY_MS) {
			this.break('I4 block', run, `sent a request ${begunAt - blockedSince} ms after the block`);
		}
	}

	/** A run has got an answer that blocks the account. */
	blocked({ label, process }: Run, at: number): void {
		for (const place of [label, process]) {
			const since = this.blockedSince.get(place);
			if (since === undefined || at >= since + DAY_MS) this.blockedSince.set(place, at);
		}
	}

	ended(run: Run, { how, at, items, wasEnding }: End, longestMs: number): void {
		if (how === 'killed' || how === 'stopped') {
			for (const unit of run.units) this.uncertain.add(unit);
			if (wasEnding) for (const unit of run.units) this.comesOut(unit, run, at, true);
			return;
		}
		if (at - run.startedAt > longestMs) this.break('I3 long', run, `took ${(at - run.startedAt) / 1000} s`);
		for (const [item, unit] of run.units.entries()) {
			const came = how === 'red' ? 'error' : items[item];
			this.checkItem(run, unit, came);
			if (came === 'error' || came === 'failed') this.reported.add(unit);
			if (came === 'out') this.comesOut(unit, run, at);
		}
	}

	private comesOut(unit: string, run: Run, at: number, isLost = false): void {
		for (const payment of this.payments.get(unit) ?? []) {
			payment.outAt ??= at;
			if (run.skips && !isLost) payment.isNoted = true;
		}
	}

	/** What is open or paid is not paid for again; what came out only by a new execution that does not skip it. */
	private pay(unit: string, { run, at, refundedAt }: Sent): void {
		const before = this.payments.get(unit) ?? [];
		this.payments.set(unit, [...before, { run, at, refundedAt }]);
		if (run.submitsAgain) return;
		for (const paid of before) {
			if ((paid.refundedAt() ?? Infinity) <= at) continue;
			// Who submits again beside a run that has not submitted yet pays for what that run will pay for, too.
			if (paid.run.submitsAgain && paid.run.startedAt >= run.startedAt) continue;
			const by = `${unit}, paid for by ${paid.run.label}`;
			const isOut = paid.outAt !== undefined && paid.outAt <= at;
			if (!isOut) this.break('I1 open', run, `paid again for ${by}, before it came out`);
			else if (run.skips && paid.isNoted && !this.isFinished(run, unit))
				this.break('I1 skip', run, `paid again for ${by}, instead of skipping it`);
			else if (
				run.chain[0] === paid.run.chain[0] &&
				!this.isForgotten(run, paid, at) &&
				!isElsewhere(run, paid)
			)
				this.break('I1 same', run, `paid again for ${by}`);
			else if (this.isSameDay(run, paid, before, at)) {
				this.break('I1 day', run, `paid again for ${by}, within a day`);
			}
		}
	}

	/**
	 * Within a day the service gives the answer again. After a failure that it remembers, too, an execution asks with
	 * a key of its own, which other processes do not know.
	 */
	private isSameDay(run: Run, paid: Payment, before: readonly Payment[], at: number): boolean {
		const hasFailed = before.some(({ refundedAt }) => refundedAt() !== undefined);
		if (hasFailed && run.process !== paid.run.process) return false;
		return isReplayed(run) && isReplayed(paid.run) && at < paid.at + DAY_MS;
	}

	/** Enrich Now finishes a call that was cut off, also one by which a run without the option pays again. */
	private isFinished(run: Run, unit: string): boolean {
		return run.operation === 'enrichNow' && this.uncertain.has(unit);
	}

	/** The service forgets a key after a day: a turn of Enrich Now that comes later asks anew, like a new execution. */
	private isForgotten(run: Run, paid: Payment, at: number): boolean {
		return isReplayed(run) && isReplayed(paid.run) && at >= paid.at + DAY_MS;
	}

	private checkItem(run: Run, unit: string, came: End['items'][number]): void {
		const payments = this.payments.get(unit) ?? [];
		const wasOut = payments.some(({ outAt }) => outAt !== undefined);
		if (came === undefined && !(run.skips && (wasOut || this.reported.has(unit)))) {
			this.break('I2', run, `says nothing of ${unit}`);
		}
		const isKnown = run.isCalm && run.units.every((some) => this.isSettled(some, run));
		if (came === 'error' && isKnown) {
			this.break('I3 locked', run, `does not output ${unit}, though all of it is known`);
		}
	}

	/** A run may have a unit: all answers are known, what was paid came out, or was given back to this execution. */
	private isSettled(unit: string, run: Run): boolean {
		const isFree = ({ run: other, outAt, refundedAt }: Payment): boolean =>
			refundedAt() !== undefined || (outAt !== undefined && other.chain[0] !== run.chain[0]);
		return !this.uncertain.has(unit) && (this.payments.get(unit) ?? []).every(isFree);
	}

	private count({ run, units, credits, isBalance }: Sent): void {
		const total = (counts: Map<string, number>, more: number): number => {
			const own = run.chain[run.chain.length - 1] ?? '';
			counts.set(own, (counts.get(own) ?? 0) + more);
			return run.chain.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
		};
		const requests = total(this.requests, 1);
		if (requests > (run.maxRequests ?? Infinity)) this.break('I4 requests', run, `sent request ${requests}`);
		const paid = total(this.credits, credits);
		if (units.length > 0 && credits > 0 && paid > (run.maxCredits ?? Infinity)) {
			this.break('I4 credits', run, `spent ${paid} credits`);
		}
		if (isBalance && total(this.balances, 1) > 1) this.break('I4 balance', run, 'read the balance again');
	}

	break(rule: string, run: Pick<Run, 'label'>, what: string): void {
		this.broken.push(`${rule}: ${run.label} ${what}`);
	}
}
