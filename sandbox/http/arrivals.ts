import { channel } from 'node:diagnostics_channel';

import type { BrandTerms } from '../../contract/brandTerms';

/** A call of the service as it came in, with the key. */
export interface Arrival {
	readonly method: string;
	/** With the version, without the query. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	/** By lower-case name. */
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
	/** The live spelling that the sandbox takes beside the neutral one. */
	readonly brandTerms: BrandTerms;
}

/** Tells whoever subscribes of every `Arrival` at a sandbox of this process, before it is looked at. */
export const arrivals = channel('person-company-data.sandbox.arrivals');
