import { Clock } from './base/clock';
import {
	changeSettings,
	type Configuration,
	defaults,
	type SandboxOptions,
	type Settings,
} from './base/settings';
import type { Ledger } from './state/ledger';
import { populate, type Population } from './data/population';
import { FILES_PATH, openFiles } from './files/server';
import { BASE_PATH } from './http/router';
import { CONTROL_PATH, openDoors } from './http/server';
import type { Faults } from './state/faults';
import type { RequestLog } from './state/requestLog';
import type { Webhooks } from './state/webhooks';
import { World } from './world/world';

export type { Fault, FaultKind } from './state/faults';
export type { LedgerEntry } from './state/ledger';
export type { Download, LoggedRequest, Traffic } from './state/requestLog';
export type { SandboxOptions, Settings } from './base/settings';
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
	const isOption = ([name]: readonly [string, unknown]): boolean => name in defaults;
	const given = Object.entries(options);
	const config: Configuration = { ...defaults, ...Object.fromEntries(given.filter(isOption)) };
	const settings: Partial<Settings> = Object.fromEntries(given.filter((entry) => !isOption(entry)));
	const clock = new Clock(config.clock, config.speed);
	const population = populate(config);
	const files = await openFiles(() => world);
	const filesUrl = `http://127.0.0.1:${files.port}${FILES_PATH}`;
	const newWorld = (): World => new World(config, settings, clock, population, filesUrl);
	let world = newWorld();
	const reset = (): void => {
		world = newWorld();
		clock.clear();
	};
	const doors = await openDoors(() => world, reset, config.port).catch(async (error) => {
		await files.close();
		throw error;
	});
	const origin = `http://127.0.0.1:${doors.port}`;
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
			await Promise.all([doors.close(), files.close()]);
			clock.clear();
		},
	};
}
