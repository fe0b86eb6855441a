import { bareClients } from '../clients/bare';
import type { BareProcess } from '../clients/bareProcess';
import type { WorkName } from '../clients/work';
import {
	helperBatches,
	helperEnrich,
	helperLookUp,
	helperLookUpTwice,
	helperSearch,
	type HelperMaker,
} from '../helper/contestants';
import type { Client, Comparison } from '../measure/contestant';
import type { BenchN8n } from '../n8n/benchN8n';
import {
	httpRequestBatches,
	httpRequestEnrich,
	httpRequestLookUp,
	httpRequestLookUpTwice,
	httpRequestSearch,
	type HttpRequestMaker,
} from '../n8n/httpRequest';
import {
	packageBatches,
	packageEnrich,
	packageLookUp,
	packageLookUpTwice,
	packageSearch,
	type PackageMaker,
} from '../n8n/package';
import { CONCURRENCY, PAGE_SIZE, type Size } from '../setup/plan';
import type { ReachedSandbox } from '../setup/sandboxProcess';

/** Where the clients do their work. */
export interface Site {
	readonly n8n: BenchN8n;
	readonly bare: BareProcess;
	readonly sandbox: ReachedSandbox;
	/** How long a call takes that opens a connection. */
	readonly answerMs: number;
	/** How much each client does before it is measured. */
	readonly warmUp: Size['warmUp'];
}

/** One kind of work, by all clients that are compared. */
interface Kind {
	readonly title: (size: number) => string;
	/** What the work is counted in. */
	readonly unit: keyof Size['warmUp'];
	readonly bare: WorkName;
	/** A second bare client beside the one that keeps connections alive. */
	readonly secondBare?: 'newConnections' | 'eachOnce';
	readonly byHelper: HelperMaker;
	readonly byPackage: PackageMaker;
	readonly byHttpRequest: HttpRequestMaker;
}

export const count = (number: number): string => number.toLocaleString('en');

/** The kinds of work. */
export const kinds = {
	lookUps: {
		title: (items) => `${count(items)} lookups`,
		unit: 'items',
		bare: 'lookUp',
		secondBare: 'newConnections',
		byHelper: helperLookUp,
		byPackage: packageLookUp,
		byHttpRequest: httpRequestLookUp,
	},
	duplicates: {
		title: (items) => `${count(items)} lookups, half of them duplicates`,
		unit: 'items',
		bare: 'lookUpTwice',
		secondBare: 'eachOnce',
		byHelper: helperLookUpTwice,
		byPackage: packageLookUpTwice,
		byHttpRequest: httpRequestLookUpTwice,
	},
	enrichments: {
		title: (items) => `${count(items)} enrichments`,
		unit: 'items',
		bare: 'enrich',
		secondBare: 'newConnections',
		byHelper: helperEnrich,
		byPackage: packageEnrich,
		byHttpRequest: httpRequestEnrich,
	},
	search: {
		title: (pages) => `Search of ${count(pages * PAGE_SIZE)} records (${count(pages)} pages)`,
		unit: 'pages',
		bare: 'search',
		byHelper: helperSearch,
		byPackage: packageSearch,
		byHttpRequest: httpRequestSearch,
	},
	batch: {
		title: (records) => `Batch enrichment of ${count(records)} records`,
		unit: 'records',
		bare: 'enrichInBatches',
		byHelper: helperBatches,
		byPackage: packageBatches,
		byHttpRequest: httpRequestBatches,
	},
} satisfies Readonly<Record<string, Kind>>;

/** How much work, and how often. */
export type Amount = Pick<Comparison, 'id' | 'size' | 'concurrency' | 'isFresh' | 'repetitions'>;

/** Makes a comparison of all clients; nothing is sent yet. */
export type Compare = (kind: Kind, amount: Amount) => Promise<Comparison>;

/** At the highest level n8n's node is shown as it is without batching: it sends everything at once. */
const batchSizeFor = (concurrency: number): { readonly batchSize?: number } =>
	concurrency === CONCURRENCY.high ? {} : { batchSize: concurrency };

/** What the comparisons of a site have in common: the credentials of its n8n and its bare clients. */
export async function comparingAt({ n8n, bare, sandbox, answerMs, warmUp }: Site): Promise<Compare> {
	const { apiKey, baseUrl } = sandbox;
	const { client } = n8n.now;
	const own = await client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const header = { name: 'Authorization', value: `Token ${apiKey}` };
	const generic = await client.createCredential('httpHeaderAuth', header);
	const by = bareClients(sandbox, bare);
	return async (kind, { concurrency, ...amount }) => ({
		...amount,
		concurrency,
		title: `${kind.title(amount.size)}, ${concurrency} at once`,
		warmUp: warmUp[kind.unit],
		contestants: [
			by.keepAlive(kind.bare)(concurrency),
			...(kind.secondBare === 'newConnections' ? [by.newConnections(kind.bare)(concurrency)] : []),
			...(kind.secondBare === 'eachOnce' ? [by.lookUpOnce(concurrency)] : []),
			await kind.byHelper(n8n, own, baseUrl, concurrency),
			await kind.byPackage(n8n, own, concurrency),
			await kind.byHttpRequest(n8n, generic, { baseUrl, answerMs, ...batchSizeFor(concurrency) }),
		],
	});
}

/** A comparison in which one client, which takes minutes, is measured only once. */
export const once = (slow: Client, comparison: Comparison): Comparison => ({
	...comparison,
	contestants: comparison.contestants.map((one) => (one.client === slow ? { ...one, mostRuns: 1 } : one)),
});
