import { Clock } from './base/clock';
import { configure, type SandboxOptions } from './base/options';
import { changeSettings, type Settings } from './base/settings';
import type { Ledger } from './billing/ledger';
import { populate, type Population } from './data/population';
import { FILES_PATH, FileServer } from './files/server';
import { ControlDoor } from './http/control';
import { BASE_PATH, Router } from './http/router';
import { CONTROL_PATH, SandboxServer } from './http/server';
import type { Faults } from './state/faults';
import type { RequestLog } from './state/requestLog';
import type { Webhooks } from './state/webhooks';
import { World } from './world/world';

export type { Fault, FaultKind } from './state/faults';
export type { LedgerEntry } from './billing/ledger';
export type { SandboxOptions } from './base/options';
export type { Download, LoggedRequest, Traffic } from './state/requestLog';
export type { Settings } from './base/settings';
export type { Delivery } from './state/webhooks';

/** A running stand-in of the service. What is read from it after a reset is new: do not keep `ledger` and the like. */
export interface Sandbox extends Population {
	/** The base address for the credential, with the version. */
	readonly baseUrl: string;
	/** The control door. */
	readonly controlUrl: string;
	/** Where result files are; an origin of its own that takes no key. */
	readonly filesUrl: string;
	readonly apiKey: string;
	readonly clock: Clock;
	readonly ledger: Ledger;
	readonly requests: RequestLog;
	readonly faults: Faults;
	readonly webhooks: Webhooks;
	/** The settings as they are; `set` changes them. */
	readonly settings: Readonly<Settings>;
	set(changes: Partial<Settings>): void;
	/** Forgets everything but the time and the records; settings are again those it was started with. */
	reset(): void;
	/** Ends all connections and timers. */
	close(): Promise<void>;
}

/** Starts a stand-in of the service on the loopback address. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const config = configure(options);
	const clock = new Clock(config.clock, config.speed);
	const population = populate(config);
	const files = new FileServer(() => world);
	const filesUrl = `http://127.0.0.1:${await files.open()}${FILES_PATH}`;
	let world: World = new World(config, clock, population, filesUrl);
	const reset = (): void => {
		world = new World(config, clock, population, filesUrl);
		clock.clear();
	};
	const server = new SandboxServer(
		() => world,
		new Router(config.brandTerms),
		new ControlDoor(() => world, reset),
	);
	const port = await server.open(config.port).catch(async (error) => {
		await files.close();
		throw error;
	});
	const origin = `http://127.0.0.1:${port}`;
	return {
		...population,
		baseUrl: `${origin}${BASE_PATH}`,
		controlUrl: `${origin}${CONTROL_PATH}`,
		filesUrl,
		apiKey: config.apiKey,
		clock,
		get ledger() {
			return world.ledger;
		},
		get requests() {
			return world.requests;
		},
		get faults() {
			return world.faults;
		},
		get webhooks() {
			return world.webhooks;
		},
		get settings() {
			return world.settings;
		},
		set: (changes) => changeSettings(world.settings, changes),
		reset,
		close: async () => {
			clock.clear();
			await Promise.all([server.close(), files.close()]);
			clock.clear();
		},
	};
}
