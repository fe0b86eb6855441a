import type { End, Payment, Run, Sent } from './events';
import { DAY_MS, GIVEN_UP, isLeftOpenByOthers, isNow, KEYS_USED_UP, OTHERS } from './givenUp';

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

/** The service gives the answer again within a day. */
const isReplayed = (run: Run): boolean => isNow(run) && !run.paysAgain;

/** Answers to single calls that came out are known to the process of the execution alone, for an hour. */
const isElsewhere = ({ operation, process, startedAt }: Run, paid: Payment): boolean =>
	['checkNumber', 'search'].includes(operation) &&
	(process !== paid.run.process || startedAt >= paid.at + DAY_MS / 24);

export class IdealClient {
	/** How often each exception was needed. */
	readonly givenUp = new Map<string, number>();
	/** What was broken so far, each with the name of the rule. */
	readonly broken: string[] = [];
	private readonly payments = new Map<string, Payment[]>();
	/** Units of which not all is known: an answer was lost, or a run was cut off. */
	private readonly uncertain = new Set<string>();
	private readonly reported = new Set<string>();
	private readonly staysPending = new Set<string>();
	private readonly credits = new Map<string, number>();
	private readonly requests = new Map<string, number>();
	private readonly known = new Map<string, number>();
	private readonly own = new Map<
		string,
		{ credits: number; requests: number; refunds: Array<Pick<Sent, 'credits' | 'refundedAt'>> }
	>();
	private readonly balances = new Map<string, number>();
	private readonly blockedSince = new Map<string, number>();
	/** When a run sent the last request that it had an answer to. */
	private readonly heardAt = new Map<string, number>();
	/** By run; infinity while it is at work. */
	private readonly endedAt = new Map<Run, number>();

	began(run: Run): void {
		this.endedAt.set(run, Infinity);
	}

	sent(request: Sent): void {
		const { run, begunAt, units, credits, isKnown } = request;
		if (credits > 0) for (const unit of units) this.pay(unit, request);
		if (!isKnown) for (const unit of units) this.uncertain.add(unit);
		if (isKnown) this.heardAt.set(run.label, request.at);
		this.count(request);
		const blockedSince = this.blockedSince.get(run.label);
		if (blockedSince !== undefined && begunAt > blockedSince && begunAt < blockedSince + DAY_MS) {
			this.break('I4 block', run, `sent a request ${begunAt - blockedSince} ms after the block`);
		}
	}

	/** A run has got an answer that blocks the account: its further turns and tries send nothing. */
	blocked({ label }: Run, at: number): void {
		const since = this.blockedSince.get(label);
		if (since === undefined || at >= since + DAY_MS) this.blockedSince.set(label, at);
	}

	/** Nothing is left that a later run would have to know of. */
	get isAllOut(): boolean {
		const isOut = ({ outAt, toldAs }: Payment): boolean => outAt !== undefined || toldAs === 'failed';
		return (
			this.uncertain.size + this.staysPending.size === 0 &&
			[...this.payments.values()].every((all) => all.every(isOut))
		);
	}

	ended(run: Run, { how, at, items, wasEnding, usage }: End, longestMs: number): void {
		this.endedAt.set(run, at);
		if (usage !== undefined) this.checkUsage(run, usage);
		if (how === 'killed' || how === 'stopped') {
			for (const unit of run.units) this.uncertain.add(unit);
			if (wasEnding) for (const unit of run.units) this.comesOut(unit, run, at, true);
			// What the user marks as done is skipped from then on.
			if (wasEnding && run.marksAsDone) for (const unit of run.units) this.reported.add(unit);
			return;
		}
		if (at - run.startedAt > longestMs) this.break('I3 long', run, `took ${(at - run.startedAt) / 1000} s`);
		for (const [item, unit] of run.units.entries()) {
			const came = how === 'red' ? 'error' : items[item];
			// A claimed answer that the service repeats, and that does not come out, is no payment, and stays claimed.
			if (came === 'error' && run.skips && isNow(run)) this.staysPending.add(unit);
			this.checkItem(run, unit, came);
			if (came === 'error' || came === 'failed' || (came === 'out' && run.marksAsDone))
				this.reported.add(unit);
			if (came === 'out') this.comesOut(unit, run, at);
			if (came === 'failed' || came === 'error') this.tells(unit, run, came);
		}
	}

	/** An error may be about something else, unless the run has had an answer since the refund. */
	private tells(unit: string, run: Run, came: 'failed' | 'error'): void {
		const isToldOf = (refundedAt = Infinity): boolean =>
			came === 'failed' ? refundedAt < Infinity : refundedAt <= (this.heardAt.get(run.label) ?? 0);
		for (const payment of this.payments.get(unit) ?? [])
			if (payment.toldAs !== 'failed' && isToldOf(payment.refundedAt())) payment.toldAs = came;
	}

	private comesOut(unit: string, run: Run, at: number, isLost = false): void {
		const all = this.payments.get(unit) ?? [];
		const own = all.filter((payment) => payment.run.chain[0] === run.chain[0]);
		// Enrich Now's empty records are refunded, and not remembered as enriched.
		const isRefunded = own.length > 0 && own.every(({ refundedAt }) => (refundedAt() ?? Infinity) <= at);
		for (const payment of all) {
			const isOpen = payment.outAt === undefined;
			// What was claimed stays pending when Enrich Now brings it without having claimed it.
			if (isOpen && isNow(run) && !run.skips && (payment.run.skips || !isNow(payment.run)))
				this.staysPending.add(unit);
			const isOfBatch = isOpen && isNow(run) && !run.skips && !isNow(payment.run);
			if (!isOfBatch) payment.outAt ??= at;
			if (run.skips && !isLost && !isRefunded) payment.notedAt ??= at;
		}
	}

	/** What is open or paid is not paid for again; what came out only by a new execution that does not skip it. */
	private pay(unit: string, { run, at, refundedAt }: Sent): void {
		const before = this.payments.get(unit) ?? [];
		this.payments.set(unit, [...before, { run, at, refundedAt }]);
		if (run.paysAgain) return;
		for (const paid of before) {
			if ((paid.refundedAt() ?? Infinity) <= at) continue;
			// Who submits again beside a run under way may pay for what that run has claimed, and pays for later.
			if (paid.run.paysAgain && paid.at >= run.startedAt) continue;
			const by = `${unit}, paid for by ${paid.run.label}`;
			const isOut = paid.outAt !== undefined && paid.outAt <= at;
			const [sentence] = Object.entries(GIVEN_UP).find(([, is]) => is({ run, paid, at })) ?? [];
			if (sentence !== undefined) this.countGivenUp(sentence);
			else if (!isOut) this.break('I1 open', run, `paid again for ${by}, before it came out`);
			else if (run.skips && (paid.notedAt ?? Infinity) <= run.startedAt && !this.isFinished(run, unit))
				this.break('I1 skip', run, `paid again for ${by}, instead of skipping it`);
			else if (
				run.chain[0] === paid.run.chain[0] &&
				!this.isForgotten(run, paid, at) &&
				!isElsewhere(run, paid)
			)
				this.break('I1 same', run, `paid again for ${by}`);
			else if (this.isSameDay(run, paid, at)) {
				this.break('I1 day', run, `paid again for ${by}, within a day`);
			}
		}
	}

	/** Within a day the service gives the answer again. */
	private isSameDay(run: Run, paid: Payment, at: number): boolean {
		return isReplayed(run) && isReplayed(paid.run) && at < paid.at + DAY_MS;
	}

	/** Enrich Now finishes a call that was cut off, also one by which a run without the option pays again. */
	private isFinished(run: Run, unit: string): boolean {
		if (!isNow(run)) return false;
		const isLeftOpen =
			[...this.endedAt].some(
				([other, endedAt]) => !isNow(other) && other.units.includes(unit) && endedAt > run.startedAt,
			) || (this.payments.get(unit) ?? []).some((paid) => isLeftOpenByOthers({ run, paid }));
		if (isLeftOpen) this.countGivenUp(OTHERS);
		return isLeftOpen || this.uncertain.has(unit);
	}

	private countGivenUp(sentence: string): void {
		this.givenUp.set(sentence, (this.givenUp.get(sentence) ?? 0) + 1);
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
		if (came === 'error' && isKnown && !this.hasUsedUpItsKeys(run, unit)) {
			this.break('I3 locked', run, `does not output ${unit}, though all of it is known`);
		}
	}

	/** Enrich Now reports a record that failed three times within 24 hours. */
	private hasUsedUpItsKeys(run: Run, unit: string): boolean {
		const failed = (this.payments.get(unit) ?? []).filter(
			({ run: other, at, refundedAt }) =>
				isNow(other) && refundedAt() !== undefined && run.startedAt < at + DAY_MS,
		);
		if (!isNow(run) || failed.length < 3) return false;
		this.countGivenUp(KEYS_USED_UP);
		return true;
	}

	/** A run may have a unit: all answers are known, what was paid came out, or was given back to this execution. */
	private isSettled(unit: string, run: Run): boolean {
		const isFree = ({ run: other, outAt, toldAs }: Payment): boolean =>
			toldAs !== undefined || (outAt !== undefined && other.chain[0] !== run.chain[0]);
		return !this.uncertain.has(unit) && (this.payments.get(unit) ?? []).every(isFree);
	}

	/** What a run says of its own credits is what the service has charged it, or more. */
	private checkUsage(run: Run, usage: NonNullable<End['usage']>): void {
		const known = this.known.get(run.label) ?? 0;
		const { credits = 0, refunds = [] } = this.own.get(run.label) ?? {};
		const { creditsAtMost, uncertainCalls, creditsRefunded } = usage;
		if (known > creditsAtMost) this.break('I6 usage', run, `says ${creditsAtMost} of ${known} credits`);
		if (uncertainCalls === 0 && credits > creditsAtMost)
			this.break('I6 usage', run, `says ${creditsAtMost} of ${credits} credits, and nothing of lost calls`);
		const refunded = refunds.filter(({ refundedAt }) => refundedAt() !== undefined).length;
		if (run.isCalm && credits === creditsAtMost && refunded > 0 && creditsRefunded === 0)
			this.break('I6 refunds', run, `says nothing of ${refunded} refunds`);
	}

	private count({ run, begunAt, units, credits, isBalance, isKnown, isPoll, refundedAt }: Sent): void {
		const own = this.own.get(run.label) ?? { credits: 0, requests: 0, refunds: [] };
		this.own.set(run.label, own);
		own.credits += credits;
		if (credits > 0) own.refunds.push({ credits, refundedAt });
		if (isKnown) this.known.set(run.label, (this.known.get(run.label) ?? 0) + credits);
		if (!isPoll && ++own.requests > run.mostRequests)
			this.break('I4 finite', run, `sent ${own.requests} requests`);
		// What came back is in the balance, which is read again.
		const isBack = ({ refundedAt: when }: Pick<Sent, 'refundedAt'>): boolean =>
			(when() ?? Infinity) <= begunAt;
		const back = own.refunds.filter(isBack).reduce((sum, each) => sum + each.credits, 0);
		if (credits > 0 && own.credits - back > (run.spare ?? Infinity))
			this.break('I4 minimum', run, `spent ${own.credits - back} of ${run.spare} credits`);
		const total = (counts: Map<string, number>, more: number): number => {
			const last = run.chain[run.chain.length - 1] ?? '';
			counts.set(last, (counts.get(last) ?? 0) + more);
			return run.chain.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
		};
		const requests = total(this.requests, 1);
		if (requests > (run.maxRequests ?? Infinity)) this.break('I4 requests', run, `sent request ${requests}`);
		const paid = total(this.credits, credits);
		if (units.length > 0 && credits > 0 && paid > (run.maxCredits ?? Infinity)) {
			this.break('I4 credits', run, `spent ${paid} credits`);
		}
		if (isBalance && !run.hasMinimum && total(this.balances, 1) > 1)
			this.break('I4 balance', run, 'read the balance again');
	}

	break(rule: string, run: Pick<Run, 'label'>, what: string): void {
		this.broken.push(`${rule}: ${run.label} ${what}`);
	}
}
