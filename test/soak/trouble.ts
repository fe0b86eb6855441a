import { sleep } from 'n8n-workflow';

import { endpoints, type EndpointName } from '../../contract';
import type { Fault, Sandbox } from '../../sandbox';
import type { Member } from '../../tools/host/queueStack';
import { status } from '../support/chaosCases';
import type { Block } from './blocks';
import type { Random } from '../support/random';
import { REQUEST_TIMEOUT_SECONDS } from './workflows';

/** A way in which a single call goes wrong. */
interface Trouble {
	readonly name: string;
	readonly fault: Omit<Fault, 'endpoint'>;
	/** Only where the service has slots, or only where it has none. */
	readonly slots?: boolean;
}

const TROUBLES: readonly Trouble[] = [
	{ name: 'refused', fault: { kind: 'refuse' } },
	{ name: 'reset before', fault: { kind: 'reset', when: 'before' } },
	{ name: 'reset after processing', fault: { kind: 'reset', when: 'after' } },
	{
		name: 'time-out before',
		fault: { ...status(504, 'before'), delayMs: (REQUEST_TIMEOUT_SECONDS + 1) * 1000 },
	},
	{
		name: 'time-out after processing',
		fault: { kind: 'delay', delayMs: (REQUEST_TIMEOUT_SECONDS + 1) * 1000 },
	},
	{ name: 'slow', fault: { kind: 'delay', delayMs: 1500 } },
	{ name: '500 before', fault: status(500, 'before') },
	{ name: '500 after processing', fault: status(500, 'after') },
	{ name: '503 before', fault: status(503, 'before') },
	{ name: '503 after processing', fault: status(503, 'after') },
	{ name: '429 of a limit', fault: status(429, 'before'), slots: false },
	{
		name: '429 without a slot',
		fault: status(429, 'before', { headers: { 'Retry-After': '5' } }),
		slots: true,
	},
	{ name: 'truncated', fault: { kind: 'truncated' } },
	{ name: 'page after processing', fault: { kind: 'html', when: 'after' } },
	{ name: 'empty after processing', fault: { kind: 'empty', when: 'after' } },
	{
		name: 'broken gzip after processing',
		fault: status(200, 'after', { body: 'no gzip', headers: { 'Content-Encoding': 'gzip' } }),
	},
	{ name: 'redirect', fault: { kind: 'redirect', when: 'before' } },
];

const STRUCK: readonly EndpointName[] = [
	'personGet',
	'companyGet',
	'b2bPersonSearch',
	'b2bPersonEnrichNow',
	'b2bCompanyEnrichNow',
	'b2bPersonEnrichBatch',
	'b2bCompanyEnrichBatch',
	'batchStatus',
	'personJob',
	'prospectingResult',
	'chatAppCheck',
	'chatAppCheckBatch',
	'balance',
];

const hasSlots = (name: EndpointName): boolean => 'holdSeconds' in endpoints[name];
/** Faults that wait for a call; more would strike almost every one. */
const MOST_PLANNED = 4;
const MOST_STARTS = 3;

/** What went wrong on purpose. */
export interface Injected {
	readonly faults: Map<string, number>;
	kills: number;
	webhookKills: number;
	/** When, on the sandbox's clock. */
	readonly killedAt: number[];
	readonly blocks: Block[];
	doubled: number;
	late: number;
}

/** Makes things go wrong at random times. */
export class Havoc {
	readonly injected: Injected = {
		faults: new Map(),
		kills: 0,
		webhookKills: 0,
		killedAt: [],
		blocks: [],
		doubled: 0,
		late: 0,
	};
	private planned: Array<{ readonly name: string; readonly fault: Fault }> = [];

	constructor(
		private readonly sandbox: Sandbox,
		private readonly random: Random,
		/** Leaves out what a short run has no time for: repeats under an idempotency key, and callbacks after a limit, take minutes. */
		private readonly isShort: boolean,
	) {}

	/** Lets calls go wrong, each in one of the ways. */
	async faultsUntil(end: number): Promise<void> {
		while (Date.now() < end) {
			this.settleFaults();
			if (this.planned.length < MOST_PLANNED) this.plan();
			await sleep(this.random.between(200, 4000));
		}
		this.settleFaults();
		this.sandbox.faults.clear();
	}

	private plan(): void {
		const { random } = this;
		const endpoint = random.pick(STRUCK);
		const fitting = TROUBLES.filter(({ slots }) => slots === undefined || slots === hasSlots(endpoint));
		const { name, fault } = random.pick(fitting);
		const loses = fault.when === 'after' || fault.kind !== 'status';
		const isRead = endpoint === 'batchStatus' || endpoint === 'prospectingResult';
		if (this.isShort && ((hasSlots(endpoint) && loses) || (isRead && fault.status === 429))) return;
		// One that strikes twice and more wears repeats out.
		const whole: Fault = { ...fault, endpoint, times: random.pick([1, 1, 1, 2, 4]) };
		this.planned.push({ name, fault: whole });
		this.sandbox.faults.add(whole);
	}

	/** Counts those that have struck; one that has some strikes left counts at its end. */
	private settleFaults(): void {
		const { active } = this.sandbox.faults;
		for (const { name, fault } of this.planned) {
			if (active.includes(fault)) continue;
			const { faults } = this.injected;
			faults.set(name, (faults.get(name) ?? 0) + Number(fault.times));
		}
		this.planned = this.planned.filter(({ fault }) => active.includes(fault));
	}

	/** Sends callbacks of the service once more, at once or late. */
	async callbacksUntil(end: number): Promise<void> {
		let seen = 0;
		const late: Array<Promise<void>> = [];
		while (Date.now() < end) {
			const { deliveries } = this.sandbox.webhooks;
			for (const { kind, url, text } of deliveries.slice(seen)) {
				if (kind === 'mail' || !this.random.chance(0.4)) continue;
				const isLate = this.random.chance(0.4);
				this.injected[isLate ? 'late' : 'doubled']++;
				late.push(this.send(url, text, isLate ? this.random.between(3000, this.isShort ? 5000 : 15_000) : 0));
			}
			seen = deliveries.length;
			await sleep(100);
		}
		await Promise.all(late);
	}

	private async send(url: string, body: string, afterMs: number): Promise<void> {
		await sleep(afterMs);
		const headers = { 'content-type': 'application/json' };
		// Nobody may be there to take it.
		await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
	}

	/** Kills a process as a power cut would, and starts it again. */
	async kill(member: Member, counter: 'kills' | 'webhookKills', downMs: number): Promise<void> {
		this.injected[counter]++;
		await member.kill();
		this.injected.killedAt.push(this.sandbox.clock.now());
		await sleep(downMs);
		// On a busy machine it may not get ready in time.
		for (let tries = 1; ; tries++) {
			try {
				return await member.start();
			} catch (error) {
				await member.kill();
				if (tries === MOST_STARTS) throw error;
			}
		}
	}

	/**
	 * Lets the account run into its daily limit, and has its block lifted as the error advises: the address is
	 * whitelisted. To skip the 24 hours on the clock would let keys and grace windows lapse between two tries of a call.
	 */
	async block(realMs: number): Promise<void> {
		const { clock } = this.sandbox;
		const from = clock.now();
		this.sandbox.set({ callerIp: 'unlisted', requestsPerDay: 1 });
		await sleep(realMs);
		this.sandbox.set({ callerIp: 'listed' });
		this.injected.blocks.push({ from, to: clock.now() });
	}
}
