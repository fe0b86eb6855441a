import type { Forms } from '../editor/openForms';
import type { Result } from '../measure/measure';
import type { Skipped } from '../measure/skipped';
import type { Burst } from '../n8n/burst';
import type { LiveMemory } from '../n8n/liveMemory';
import type { Starts } from '../n8n/starts';
import type { Profiles } from '../profile/profile';
import type { Surroundings } from './surroundings';

/** What was measured on a sandbox over TLS and some distance. */
export interface Distant {
	/** Time that a packet takes there and back. */
	readonly roundTripMs: number;
	readonly results: readonly Result[];
}

/** Everything that a run of the benchmark has brought. */
export interface Outcome {
	readonly surroundings: Surroundings;
	readonly results: readonly Result[];
	readonly distant: Distant | Skipped;
	readonly bursts: readonly Burst[];
	readonly starts: Starts;
	readonly forms: Forms | Skipped;
	readonly liveMemory: readonly LiveMemory[];
	readonly profiles: Profiles | Skipped;
}
