import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { originOf, type SentWork } from '../client/runState';
import type { Session } from '../client/session';
import { Claims, NEARLY_FULL, type Wish } from './claims';
import { InProcess, type LeftOpen } from './inProcess';
import type { Finding } from './refusals';
import { SentWorks } from './sentWork';

/** How often a run that waits for a unit of another one looks what has become of it. */
export const LOOK_AGAIN_MS = 5000;
/** By then it has looked, which takes a second or two. */
const SEEN_AFTER_MS = 2 * LOOK_AGAIN_MS;

/** What becomes of a unit of work when the run ends. */
type Fate =
	/** It was not sent, was refused, or its credit was refunded: it may be sent again. */
	| 'uncharged'
	/** It was answered: its result came out, provided that the run outputs its results. */
	| 'answered'
	/** It may have been charged, but the result that came out has nothing for it. */
	| 'missing'
	/** It was or may have been charged, and its result has not come out. */
	| 'open';

/**
 * The record of all charged work: what was sent, and what came of it. Work goes by its unit (a contact, a number, a
 * job), never by the body of a request. Before sending, a run looks up in turn
 * 1. what this execution has sent (`SentWorks`): it is taken up, or reported when its response was lost;
 * 2. what other executions have sent (`Claims`): it is reported, until the user sets Submit Again.
 * When the run has ended, `end` stores what came of each unit, once.
 */
export class Journal {
	readonly sent: SentWorks;
	private readonly fates = new Map<string, Fate>();
	/** Units that another execution has sent, too: that this run was not charged settles nothing. */
	private readonly sentByOthers = new Set<string>();
	/** Units of other executions that this run takes up or sends again: the claim did not make them known. */
	private readonly notKnown = new Set<string>();
	private readonly claimed = new Set<string>();
	/** Until then, a run that waits for a unit of this one may not have seen yet that its key is hidden. */
	private standsUntil = 0;
	private claims?: Claims;
	private readonly here: InProcess;
	private readonly ended: Promise<void>;
	private tellEnded: () => void = () => undefined;

	private constructor(private readonly session: Session) {
		this.here = new InProcess(session.context.getNode().id);
		this.ended = new Promise((resolve) => (this.tellEnded = resolve));
		this.sent = new SentWorks(session.context);
		// From now on, every retry of the execution knows what it descends from.
		originOf(session.context);
	}

	private static readonly ofSessions = new WeakMap<Session, Journal>();

	static of(session: Session): Journal {
		const journal = Journal.ofSessions.get(session) ?? new Journal(session);
		Journal.ofSessions.set(session, journal);
		return journal;
	}

	/**
	 * Claims units that this execution has not sent, before they are sent.
	 * @param isDated whether it matters how long ago another execution sent them
	 * @param isRecord whether they are left out once they came out of an earlier execution, if the user wants that
	 * @returns for each unit, what other executions have done; `free` ones may be sent
	 * @throws StoreIsFull, or Error when n8n cannot store claims; nothing may be sent then
	 */
	async claim(
		units: readonly string[],
		isDated = false,
		isRecord = true,
	): Promise<ReadonlyMap<string, Finding>> {
		const claims = this.claimsWith(isDated);
		if (units.length === 0) return new Map();
		const findings = new Map(await claims.take(units, isRecord));
		const adopted = new Map<SentWork, string[]>();
		for (const [unit, finding] of findings) {
			const isOpen = finding === 'open' || finding === 'openRecently';
			const left = isOpen || finding === 'unclear' ? this.resumable(unit) : undefined;
			if (left !== undefined) {
				const own = adopted.get(left);
				if (own === undefined) adopted.set(left, [unit]);
				else own.push(unit);
				continue;
			}
			const isTakenOver = finding === 'openRecently' || (isOpen && this.session.submitsAgain);
			if (finding !== 'free' && !isTakenOver) continue;
			this.fates.set(unit, isOpen ? 'open' : 'uncharged');
			this.here.hold(unit, this.ended);
			this.claimed.add(unit);
			if (!isOpen) continue;
			this.sentByOthers.add(unit);
			this.notKnown.add(unit);
			if (this.session.submitsAgain) findings.set(unit, 'free');
		}
		for (const [work, own] of adopted) this.adopt(work, own);
		return findings;
	}

	/**
	 * What is known about units, where the user wants those left out whose result came out before; claims none.
	 * @param isDated as for `claim`, which must not be called differently in this run
	 */
	async known(units: readonly string[], isDated = false): Promise<ReadonlyMap<string, Finding>> {
		if (!this.session.skipsEnriched || units.length === 0) return new Map();
		return await this.claimsWith(isDated).find([...new Set(units)]);
	}

	/** Whether another execution has sent a unit that this run has claimed, unless the user wants it sent again. */
	wasSentByOthers(unit: string): boolean {
		return this.isShared(unit) && !this.session.submitsAgain;
	}

	/** Whether this run or an earlier try of its execution has taken a unit over from another one. */
	private isShared(unit: string): boolean {
		return this.sentByOthers.has(unit) || this.sent.find(unit)?.isShared === true;
	}

	/** What an earlier run of this process has left open, if the service has told the ID of its result. */
	private resumable(unit: string): SentWork | undefined {
		const { work } = this.here.left(unit) ?? {};
		return work?.id === undefined || this.session.submitsAgain ? undefined : work;
	}

	private adopt(work: SentWork, units: readonly string[]): void {
		this.sent.adopt(work, units);
		for (const unit of units) {
			this.sentByOthers.add(unit);
			this.notKnown.add(unit);
			this.fates.set(unit, 'open');
		}
	}

	/** What is known of a unit that an earlier run of this process has left open. */
	leftOpen(unit: string): LeftOpen | undefined {
		return this.here.left(unit);
	}

	/** Whether another run of this process holds an open unit. */
	isHeldHere(unit: string): boolean {
		const other = this.here.holder(unit);
		return other !== undefined && other !== this.ended;
	}

	/**
	 * Waits until another run of this process has ended that holds an open unit.
	 * @returns whether there was one, so that the unit can be claimed again
	 */
	async othersEnd(unit: string): Promise<boolean> {
		// Two runs that both hold units could wait for each other for ever.
		if (!this.isHeldHere(unit) || this.fates.size > 0) return false;
		await this.here.holder(unit);
		return true;
	}

	/**
	 * Call before a unit is sent with a key that other executions do not know: they cannot get its response.
	 * @param isStored whether the service has an answer to the key that they know
	 */
	async hideKey(unit: string, isStored: boolean): Promise<void> {
		await this.claims?.undate(unit);
		// With Submit Again, nobody waits for what this run has claimed anew.
		const isWaitedFor = !this.session.submitsAgain || this.notKnown.has(unit);
		if (!isStored && isWaitedFor) this.standsUntil = clock.now() + SEEN_AFTER_MS;
	}

	/**
	 * Call before each attempt to send a unit with the key that all executions use.
	 * @param ownUntil when an earlier try of this execution last sent it
	 * @returns whether this run may send it: another one may be about to do so
	 * @throws Error when n8n cannot store it; the unit must not be sent then
	 */
	async callsNow(unit: string, ownUntil?: number): Promise<boolean> {
		return (await this.claims?.send(unit, ownUntil)) ?? true;
	}

	/** When another execution last sent an open unit, at the latest; `undefined` when its call has ended. */
	lastSent(unit: string): number | undefined {
		return this.claims?.lastSent(unit);
	}

	/**
	 * What has become of an open unit that this run has taken over: the claim is tried again. If it is `free`, the other
	 * execution has settled it, and this run holds it alone.
	 */
	async lookAgain(unit: string): Promise<Finding> {
		const finding = (await this.claims?.take([unit]))?.get(unit) ?? 'open';
		if (finding !== 'free') return finding;
		this.sentByOthers.delete(unit);
		this.notKnown.delete(unit);
		this.fates.set(unit, 'uncharged');
		return finding;
	}

	/** Leaves a unit to the execution that has sent it, too: to all that come later, it is as it was before this run. */
	leaveToOthers(unit: string): void {
		this.sent.drop([unit]);
		this.letGo(unit);
	}

	private letGo(unit: string): void {
		this.fates.delete(unit);
		if (this.claimed.delete(unit)) this.here.letGo(unit);
	}

	/** Gives claimed units back unsent. */
	async giveBack(units: readonly string[]): Promise<void> {
		const own = units.filter((unit) => !this.sentByOthers.has(unit));
		for (const unit of units) this.letGo(unit);
		await this.claims?.forget(own);
		await this.claims?.release(own);
	}

	/** Call before sending; `further` as in `SentWorks`. */
	sending(units: readonly string[], further?: readonly number[]): SentWork {
		this.decide(units, 'open');
		return this.sent.sending(
			units,
			further,
			units.some((unit) => this.sentByOthers.has(unit)),
		);
	}

	/** Records what became of units; the last call counts. */
	decide(units: readonly string[], fate: Fate): void {
		for (const unit of units) {
			this.fates.set(unit, fate);
			// A further turn asks anew: its key would give the failure that was refunded.
			if (fate !== 'uncharged' || this.sent.find(unit)?.isAnswered !== true) continue;
			if (this.isShared(unit)) this.sentByOthers.add(unit);
			this.sent.drop([unit]);
		}
	}

	/** Records that units have the very answer that another execution has been waiting for. */
	answeredForAll(units: readonly string[]): void {
		for (const unit of units) {
			this.sentByOthers.delete(unit);
			delete this.sent.find(unit)?.isShared;
		}
		this.decide(units, 'answered');
	}

	/** Whether this run has claimed, sent or taken up a unit. */
	has(unit: string): boolean {
		return this.fates.has(unit);
	}

	/**
	 * Stores what became of the units of this run. Call once, when it is decided whether results are output.
	 * @returns whether n8n stored it
	 */
	async end(isOutput: boolean): Promise<boolean> {
		const isStored = await attempt(this.store(isOutput));
		const { claims } = this;
		if (claims !== undefined) await attempt(claims.end());
		for (const unit of this.fates.keys()) this.here.letGo(unit);
		this.fates.clear();
		this.tellEnded();
		return isStored.ok;
	}

	private async store(isOutput: boolean): Promise<void> {
		if (this.fates.size === 0) return;
		const claims = this.claimsWith(false);
		const of = (wanted: Fate): string[] =>
			[...this.fates].flatMap(([unit, fate]) => (fate === wanted ? unit : []));
		// What an earlier turn has output is released; another execution may have claimed it since.
		const isReleased = (unit: string): boolean => {
			return !this.claimed.has(unit) && this.sent.isOutput(unit);
		};
		// What another execution may have been charged for stays as it was.
		const uncharged = of('uncharged').filter((unit) => !this.isShared(unit));
		const answered = isOutput ? of('answered') : [];
		const output = answered.filter((unit) => !isReleased(unit));
		// Later executions report it; to read its batch again would output the records of others again.
		const missing = isOutput ? of('missing') : [];
		this.sent.output([...output, ...missing]);
		const settled = new Set([...uncharged, ...answered, ...missing]);
		for (const [unit, fate] of this.fates) {
			if (settled.has(unit)) this.here.settle(unit);
			else if (fate !== 'uncharged')
				this.here.leave(unit, {
					...(fate === 'open' && { lostAt: clock.now() }),
					work: this.sent.find(unit),
				});
		}
		const forgotten = await attempt(
			claims.forget(
				uncharged,
				uncharged.filter((unit) => this.notKnown.has(unit)),
			),
		);
		// The claim has made the others known.
		const unknown = output.filter((unit) => this.notKnown.has(unit) || !this.claimed.has(unit));
		const known = await attempt(claims.know(unknown));
		// What n8n still has wrongly stays open: later executions report it, instead of skipping it or paying again.
		const stuck = new Set([...(forgotten.ok ? [] : uncharged), ...(known.ok ? [] : unknown)]);
		// Released sooner, it would look to a waiting run as if the key that both know gave the result.
		if (output.length > 0) await clock.sleep(Math.max(0, this.standsUntil - clock.now()));
		await claims.release([...uncharged, ...output].filter((unit) => !stuck.has(unit)));
		for (const done of [forgotten, known]) if (!done.ok) throw done.error;
		await this.warnWhenFull(claims);
	}

	private claimsWith(isDated: boolean): Claims {
		const { context, skipsEnriched, submitsAgain } = this.session;
		const wish: Wish = {
			isDated,
			skipsKnown: skipsEnriched,
			submitsAgain,
			...(context.getMode() === 'retry' && {
				retries: { execution: originOf(context), by: context.getExecutionId() },
			}),
		};
		return (this.claims ??= new Claims(context, wish));
	}

	private async warnWhenFull(claims: Claims): Promise<void> {
		if (!this.session.skipsEnriched) return;
		const usage = await claims.usage();
		if (usage < NEARLY_FULL) return;
		this.session.hint(
			`${Math.floor(usage * 100)} % of the records that n8n can remember for this node are used. When none are left, the node refuses to run. Duplicate the node in time and give the copy new records only: it would pay again for those that this one has paid for.`,
		);
	}
}
