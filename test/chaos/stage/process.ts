import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { STORE_CALLS } from '../../support/entrySets';
import type { SimulatedTime } from '../../support/simulatedTime';
import { loadPackage, type Package } from './package';
import type { Cut } from '../sequence/steps';

type Helpers = IExecuteFunctions['helpers'];

/** What never comes any more. */
const never = async (): Promise<never> => await new Promise<never>(() => undefined);

/** A process of n8n, which may be killed: from then on nothing of it happens any more. */
export class Process {
	readonly package: Package = loadPackage();
	isDead = false;
	private readonly mourners: Array<() => void> = [];

	constructor(time: SimulatedTime) {
		time.drive(this.package.clock);
		this.package.clock.sleep = async (ms, signal) => await this.alive(time.sleep(ms, signal));
	}

	kill(): void {
		this.isDead = true;
		for (const tell of this.mourners.splice(0)) tell();
	}

	/** Resolves when the process is killed. */
	async death(): Promise<void> {
		await new Promise<void>((resolve) => this.mourners.push(resolve));
	}

	/** What happens outside the process goes on; nobody hears of it when the process has been killed. */
	async alive<T>(work: Promise<T>): Promise<T> {
		try {
			const value = await work;
			return this.isDead ? await never() : value;
		} catch (error) {
			if (this.isDead) return await never();
			throw error;
		}
	}
}

/** What n8n's helper gives of a response. */
export interface Answer {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, string | undefined>>;
}

/** What a run of the node has to do with the world, and how it is cut off from it. */
interface Surroundings {
	readonly time: SimulatedTime;
	/** Names the run in the service's log of requests. */
	readonly label: string;
	readonly cut?: Cut;
	/** Stops the execution as a user does. */
	readonly stop: () => void;
	/** Milliseconds that a call takes on its way. */
	readonly latency: () => number;
	/** Called before a request leaves; whether there is a way for it. */
	readonly leaves: () => boolean;
	/** Called when an answer has come. */
	readonly answered: (answer: Answer) => void;
}

/** What n8n's helper throws where nobody listens. */
const refused = (): Error =>
	Object.assign(new Error('The service refused the connection'), { httpCode: 'ECONNREFUSED' });

/** Everything that passes between one run of the node and the service or n8n's store. */
export class Wire {
	isStopped = false;
	/** Since the latest request, entries were struck out of n8n's store: what was open is settled. */
	isEnding = false;
	/** Requests that were begun after the stop. */
	afterStop = 0;
	private events = 0;

	constructor(
		private readonly process: Process,
		private readonly around: Surroundings,
	) {}

	watch(helpers: Helpers): void {
		const send = helpers.httpRequestWithAuthentication;
		const request = async (self: unknown, sent: Parameters<typeof send>): Promise<unknown> =>
			await this.request(async (changed) => await send.apply(self as never, changed), sent);
		helpers.httpRequestWithAuthentication = async function (...sent) {
			return await request(this, sent);
		};
		for (const name of STORE_CALLS) {
			const call = helpers[name] as (...given: unknown[]) => Promise<unknown>;
			const watched = async (...given: unknown[]) => {
				// Whether they stay out is looked for by adding.
				this.isEnding ||= name !== 'checkProcessedAndRecord';
				return await this.event(async () => await call.apply(helpers, given));
			};
			Object.assign(helpers, { [name]: watched });
		}
	}

	private async request<S extends unknown[]>(
		send: (sent: S) => Promise<unknown>,
		[type, options, ...more]: S,
	): Promise<unknown> {
		if (this.isStopped) this.afterStop++;
		this.isEnding = false;
		return await this.event(async () => {
			const { time, label, latency, leaves, answered } = this.around;
			const begun = String(time.now());
			await this.process.alive(time.sleep(latency()));
			const asked = options as IHttpRequestOptions;
			const headers = { ...asked.headers, 'x-run': label, 'x-begun': begun };
			if (!leaves()) throw refused();
			const sent = [type, { ...asked, headers }, ...more] as unknown as S;
			const answer = await time.during(send(sent));
			await time.sleep(latency());
			answered(answer as Answer);
			return answer;
		});
	}

	/** A call of something outside: the process may be killed, or the execution stopped, before or after it. */
	private async event<T>(work: () => Promise<T>): Promise<T> {
		this.pass();
		if (this.process.isDead) return await never();
		try {
			return await this.process.alive(work());
		} finally {
			this.pass();
			if (this.process.isDead) await never();
		}
	}

	private pass(): void {
		const { cut, stop } = this.around;
		if (++this.events !== cut?.at || this.process.isDead) return;
		if (cut.by === 'kill') {
			this.process.kill();
		} else {
			this.isStopped = true;
			stop();
		}
	}
}
