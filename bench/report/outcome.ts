import type { Result } from '../measure/measure';
import type { Burst } from '../n8n/burst';
import type { LiveMemory } from '../n8n/liveMemory';
import type { Starts } from '../n8n/starts';
import type { Surroundings } from './surroundings';

/** Everything that a run of the benchmark has brought. */
export interface Outcome {
	readonly surroundings: Surroundings;
	readonly results: readonly Result[];
	readonly bursts: readonly Burst[];
	readonly starts: Starts;
	readonly liveMemory: readonly LiveMemory[];
}
