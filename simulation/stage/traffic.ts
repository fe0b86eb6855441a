import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { SimulatedTime } from './time';

type Helpers = Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;

/** The calls of the node as the node sends them: when they began, and what the service answered. */
export class Traffic {
	/** When each call began. */
	readonly begun: number[] = [];
	/** Answers that block the account: 429 without a time to try again. */
	blocks = 0;
	/** Answers that no slot was free for a synchronous call. */
	noSlot = 0;
	/** Calls under way at once, at most. */
	most = 0;
	private underWay = 0;

	constructor(private readonly time: SimulatedTime) {}

	/** Counts what is sent by the helpers that n8n gives a node. */
	watch(helpers: Helpers): void {
		const send = helpers.httpRequestWithAuthentication;
		const note = async (call: Promise<unknown>): Promise<unknown> => await this.note(call);
		helpers.httpRequestWithAuthentication = async function (...sent) {
			return await note(send.apply(this, sent));
		};
	}

	/** Most calls that began within a time. */
	mostWithin(ms: number): number {
		const begun = [...this.begun].sort((a, b) => a - b);
		let first = 0;
		return begun.reduce((most, time, last) => {
			while (begun[first] <= time - ms) first++;
			return Math.max(most, last - first + 1);
		}, 0);
	}

	private async note(call: Promise<unknown>): Promise<unknown> {
		this.begun.push(this.time.now());
		this.most = Math.max(this.most, ++this.underWay);
		try {
			const answer = await this.time.during(call);
			this.noteStatus(answer as IN8nHttpFullResponse);
			return answer;
		} finally {
			this.underWay--;
		}
	}

	private noteStatus({ statusCode, headers }: IN8nHttpFullResponse): void {
		if (statusCode !== 429) return;
		if (headers['retry-after'] === undefined) this.blocks++;
		else this.noSlot++;
	}
}
