import type { IExecuteFunctions } from 'n8n-workflow';

import type { Session } from '../client/session';
import { add, remove } from './processed';

const claimOf = (key: string): string => `submission ${key}`;

/**
 * Marks, while a run lasts, what it submits. What the node remembers with its execution is lost when n8n is
 * killed; the mark is not, so that a later execution does not submit, and pay for, the same once more.
 */
class Claims {
	private readonly taken = new Set<string>();
	/** Those of which it is known what became of them. */
	private readonly settled = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Marks a submission.
	 * @returns false when an execution that was cut off, or is still running, has marked it
	 */
	async take(key: string): Promise<boolean> {
		const claim = claimOf(key);
		if (this.taken.has(claim)) return true;
		const before = await add(this.context, 'node', [claim]);
		if (before.length > 0) return false;
		this.taken.add(claim);
		return true;
	}

	/** Marks a submission whoever has marked it before. */
	async takeOver(key: string): Promise<void> {
		await this.take(key);
		this.taken.add(claimOf(key));
	}

	/** It is known what became of a submission. */
	settle(key: string): void {
		this.settled.add(claimOf(key));
	}

	/** To be called when the run has ended: marks of submissions without an answer stay. */
	async release(): Promise<void> {
		const known = [...this.taken].filter((claim) => this.settled.has(claim));
		if (known.length > 0) await remove(this.context, 'node', known);
		for (const claim of known) this.taken.delete(claim);
	}
}

const ofRuns = new WeakMap<Session, Claims>();

/** The claims of a run; they are released when it ends. */
export function claimsOf(session: Session): Claims {
	const known = ofRuns.get(session);
	if (known !== undefined) return known;
	const claims = new Claims(session.context);
	ofRuns.set(session, claims);
	session.endings.push({ always: async () => await claims.release() });
	return claims;
}
