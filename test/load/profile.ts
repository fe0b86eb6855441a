import type { INodeParameters } from 'n8n-workflow';

import type { Random } from '../support/random';
import type { Stage } from './stage';

/** One thing that is done to n8n; `run` says how it ended. */
export interface Case {
	readonly kind: string;
	readonly run: () => Promise<string>;
}

/** A kind of load. */
export interface Profile {
	readonly about: string;
	/** How long it goes on unless told otherwise. */
	readonly minutes: number;
	/** Cases under way at once, and the pause after each of them. */
	readonly atOnce: number;
	readonly pauseMs: number;
	/** How much faster than reality the service's clock runs. */
	readonly speed: number;
	/** Parameters of the trigger that takes the events. */
	readonly trigger: INodeParameters;
	readonly draw: (stage: Stage, random: Random) => Case;
	/** What must hold once the last case is over; one line for each thing that does not. */
	readonly check?: (stage: Stage) => Promise<string[]>;
}

/** Sends a body and returns the status. */
export async function post(url: string, body: string): Promise<string> {
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(url, { method: 'POST', headers, body });
	await response.arrayBuffer();
	return String(response.status);
}
