import type { Figures } from '../plan/paper';
import type { Seen } from '../stage/stage';

/** One way of using the service, on paper and as it is simulated. */
export interface Scenario {
	/** Short, for tables. */
	readonly title: string;
	readonly group: 'month' | 'million' | 'queue';
	/** Whether these are settings to use, or shown because they block the account. */
	readonly isRecommended: boolean;
	readonly settings: string;
	readonly bottleneck: string;
	/** The formula with the numbers in it. */
	readonly formula: string;
	/** What can be foretold; a block that ends everything at once leaves nothing. */
	readonly paper: Partial<Figures>;
	readonly simulate: () => Promise<Seen>;
}
