import { neutralNames, type BrandTerms } from '../../contract/brandTerms';
import { changeSettings, defaultSettings, type Settings } from './settings';

/** How a sandbox is started. Every setting may be given, too. */
export interface SandboxOptions extends Partial<Settings> {
	/** Port on the loopback address; 0 (default) takes a free one. */
	readonly port?: number;
	readonly apiKey?: string;
	/** The same seed gives the same persons and companies. */
	readonly seed?: number;
	readonly persons?: number;
	readonly companies?: number;
	readonly credits?: { readonly b2b?: number; readonly b2c?: number };
	/** `real` runs by itself; `manual` stands still until it is advanced. */
	readonly clock?: 'real' | 'manual';
	/** How much faster than reality a real clock runs. */
	readonly speed?: number;
	/** How many of the latest requests, deliveries and ledger entries are kept to be read. */
	readonly keepRequests?: number;
	/** The live spelling of the three neutral words; answers use it, requests may use either. */
	readonly brandTerms?: BrandTerms;
}

/** The options of a sandbox with nothing left open. */
export interface Configuration {
	readonly port: number;
	readonly apiKey: string;
	readonly seed: number;
	readonly persons: number;
	readonly companies: number;
	readonly credits: Readonly<Record<'b2b' | 'b2c', number>>;
	readonly clock: 'real' | 'manual';
	readonly speed: number;
	readonly keepRequests: number;
	readonly brandTerms: BrandTerms;
	readonly settings: Readonly<Settings>;
}

/** Fills in the defaults. */
export function configure(options: SandboxOptions): Configuration {
	const { port, apiKey, seed, persons, companies, credits, ...others } = options;
	const { clock, speed, keepRequests, brandTerms, ...changed } = others;
	const settings = defaultSettings();
	changeSettings(settings, changed);
	return {
		port: port ?? 0,
		apiKey: apiKey ?? 'sandbox-key',
		seed: seed ?? 1,
		persons: persons ?? 100_000,
		companies: companies ?? 20_000,
		credits: { b2b: 1_000_000, b2c: 1_000_000, ...credits },
		clock: clock ?? 'real',
		speed: speed ?? 1,
		keepRequests: keepRequests ?? 10_000,
		brandTerms: brandTerms ?? neutralNames,
		settings,
	};
}
