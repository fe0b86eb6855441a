import type { Clock } from '../base/clock';
import type { Settings } from '../base/settings';
import type { Ledger } from './ledger';
import type { Population } from '../data/population';
import type { Webhooks } from './webhooks';

/** The part of the world that batches and jobs work with: they go on after the call that ordered them. */
export interface Service extends Population {
	readonly settings: Settings;
	readonly clock: Clock;
	readonly ledger: Ledger;
	readonly webhooks: Webhooks;
}
