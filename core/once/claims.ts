import type { IExecuteFunctions } from 'n8n-workflow';

import type { Session } from '../client/session';
import { add, remove } from './processed';

const claimOf = (key: string): string => `submission ${key}`;

/**
 * Marks a run's submissions while it lasts. State kept with the execution is lost when n8n is killed; the marks
 * are not, so a later execution does not submit and pay for the same again.
 */
class Claims {
	private readonly taken = new Set<string>();
	/** Settled submissions. */
	private readonly settled = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Marks a submission.
	 * @returns false when an interrupted or running execution has marked it
	 */
	async take(key: string): Promise<boolean> {
		const claim = claimOf(key);
		if (this.taken.has(claim)) return true;
		const before = await add(this.context, 'node', [claim]);
		if (before.length > 0) return false;
		this.taken.add(claim);
		return true;
	}

	/** Marks a submission even if another execution has marked it. */
	async takeOver(key: string): Promise<void> {
		await this.take(key);
		this.taken.add(claimOf(key));
	}

	/** Records that the outcome of a submission is known. */
	settle(key: string): void {
		this.settled.add(claimOf(key));
	}

	/** Call when the run has ended: marks of submissions without a response stay. */
	async release(): Promise<void> {
		const known = [...this.taken].filter((claim) => this.settled.has(claim));
		if (known.length > 0) await remove(this.context, 'node', known);
		for (const claim of known) this.taken.delete(claim);
	}
}

const ofRuns = new WeakMap<Session, Claims>();

/** The claims of a run, released when it ends. */
export function claimsOf(session: Session): Claims {
	const known = ofRuns.get(session);
	if (known !== undefined) return known;
	const claims = new Claims(session.context);
	ofRuns.set(session, claims);
	session.endings.push({ always: async () => await claims.release() });
	return claims;
}
