import type { Forms } from '../editor/openForms';
import type { Results } from '../measure/measure';
import { isSkipped, type Skipped } from '../measure/skipped';
import type { Burst } from '../n8n/burst';
import type { LiveMemories } from '../n8n/liveMemory';
import type { Starts } from '../n8n/starts';
import type { Profiles } from '../profile/profile';
import type { Surroundings } from './surroundings';

/** What was measured on a sandbox over TLS and some distance. */
export interface Distant extends Results {
	/** Time that a packet takes there and back. */
	readonly roundTripMs: number;
}

/** Everything that a run of the benchmark has brought. */
export interface Outcome extends Results {
	readonly surroundings: Surroundings;
	readonly distant: Distant | Skipped;
	readonly bursts: readonly Burst[];
	readonly starts: Starts;
	readonly forms: Forms | Skipped;
	/** May be newer than the rest. */
	readonly liveMemory: LiveMemories & { readonly surroundings: Surroundings };
	readonly profiles: Profiles | Skipped;
}

/** What could not be measured, each with its reason. */
export const failuresIn = ({ failed, distant, forms, profiles }: Outcome): string[] => [
	...failed,
	...(isSkipped(distant)
		? [`Over TLS: ${distant.skipped}`]
		: distant.failed.map((one) => `Over TLS: ${one}`)),
	...(isSkipped(forms) ? [`The editor's forms: ${forms.skipped}`] : []),
	...(isSkipped(profiles) ? [`Whose code runs: ${profiles.skipped}`] : []),
];
