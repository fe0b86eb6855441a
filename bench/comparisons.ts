import { DEFAULT_CONCURRENCY } from '../core/client/pace';
import { bareContestant } from './clients/bare';
import type { BareProcess } from './clients/bareProcess';
import type { WorkName } from './clients/work';
import type { Comparison } from './measure';
import type { BenchN8n } from './n8n/benchN8n';
import { helperBatches, helperEnrich, helperLookUp, helperSearch, type HelperMaker } from './n8n/helper';
import {
	httpRequestBatches,
	httpRequestEnrich,
	httpRequestLookUp,
	httpRequestSearch,
	type HttpRequestMaker,
} from './n8n/httpRequest';
import { enrichList, sixNodesForList } from './n8n/list';
import {
	packageBatches,
	packageEnrich,
	packageLookUp,
	packageSearch,
	type PackageMaker,
} from './n8n/package';
import { PAGE_SIZE, type Size } from './setup/plan';
import type { ReachedSandbox } from './service/sandboxProcess';

/** Where the clients do their work. */
export interface Site {
	readonly n8n: BenchN8n;
	readonly bare: BareProcess;
	readonly sandbox: ReachedSandbox;
	/** How long a call takes that opens a connection. */
	readonly answerMs: number;
	readonly size: Size;
}

/** One kind of work by all clients, at its full size. */
interface Kind {
	readonly id: string;
	readonly title: (size: number) => string;
	readonly size: number;
	readonly concurrency?: number;
	readonly bare: WorkName;
	readonly byHelper: HelperMaker;
	readonly byPackage: PackageMaker;
	readonly byHttpRequest: HttpRequestMaker;
}

const count = (number: number): string => number.toLocaleString('en');

const lookUps: Kind = {
	id: 'lookUps',
	title: (size) => `${count(size)} lookups`,
	size: 500,
	bare: 'lookUp',
	byHelper: helperLookUp,
	byPackage: packageLookUp,
	byHttpRequest: httpRequestLookUp,
};
const enrichments: Kind = {
	id: 'enrichments',
	title: (size) => `${count(size)} enrichments`,
	size: 500,
	bare: 'enrich',
	byHelper: helperEnrich,
	byPackage: packageEnrich,
	byHttpRequest: httpRequestEnrich,
};
const search: Kind = {
	id: 'search',
	title: (pages) => `Search of ${count(pages * PAGE_SIZE)} records (${count(pages)} pages)`,
	size: 200,
	bare: 'search',
	byHelper: helperSearch,
	byPackage: packageSearch,
	byHttpRequest: httpRequestSearch,
};
const batch: Kind = {
	id: 'batch',
	title: (records) => `Batch enrichment of ${count(records)} records`,
	size: 25_000,
	bare: 'enrichInBatches',
	byHelper: helperBatches,
	byPackage: packageBatches,
	byHttpRequest: httpRequestBatches,
};
const LIST_ROWS = 10_000;

/** What is compared without any distance; more at once than the default with more lookups, which are over too soon. */
const NEAR: readonly Kind[] = [
	lookUps,
	{ ...lookUps, id: 'lookUpsWide', size: 2000, concurrency: 20 },
	{ ...lookUps, id: 'lookUpsAtOnce', size: 2000, concurrency: 50 },
	enrichments,
	search,
	batch,
];
/** What users wait for most. */
const DISTANT: readonly Kind[] = [lookUps, search, batch];

/** The unmeasured first run, so that nobody pays for loading and compiling code. */
const WARM_UP = 0.1;

const amountOf = (size: number, { size: { share, repetitions } }: Site) => ({
	size: Math.round(size * share),
	warmUp: Math.ceil(size * share * WARM_UP),
	repetitions,
});

/** Prepares a kind of work for all clients; nothing is sent yet. */
async function compare(kind: Kind, site: Site): Promise<Comparison> {
	const { n8n, bare, sandbox, answerMs } = site;
	const { concurrency = DEFAULT_CONCURRENCY } = kind;
	const { apiKey, baseUrl } = sandbox;
	const { client } = n8n.now;
	const own = await client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const generic = await client.createCredential('httpHeaderAuth', {
		name: 'Authorization',
		value: `Token ${apiKey}`,
	});
	const amount = amountOf(kind.size, site);
	return {
		...amount,
		id: kind.id,
		title: `${kind.title(amount.size)}, ${concurrency} at once`,
		isFresh: false,
		contestants: [
			bareContestant(bare, sandbox, kind.bare, concurrency),
			await kind.byHelper(n8n, own, baseUrl, concurrency),
			await kind.byPackage(n8n, own, concurrency),
			await kind.byHttpRequest(n8n, generic, { baseUrl, answerMs, batchSize: concurrency }),
		],
	};
}

/** Prepares everything that is compared on a sandbox without any distance. */
export async function prepareNear(site: Site): Promise<Comparison[]> {
	const comparisons: Comparison[] = [];
	for (const kind of NEAR) comparisons.push(await compare(kind, site));
	const { apiKey, baseUrl } = site.sandbox;
	const own = await site.n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const amount = amountOf(LIST_ROWS, site);
	return [
		...comparisons,
		{
			...amount,
			id: 'list',
			title: `List of ${count(amount.size)} mixed rows`,
			// Memory of a process is compared.
			isFresh: true,
			contestants: [await sixNodesForList(site.n8n, own), await enrichList(site.n8n, own)],
		},
	];
}

/** Prepares what is compared over TLS and a distance. */
export async function prepareDistant(site: Site): Promise<Comparison[]> {
	const comparisons: Comparison[] = [];
	for (const kind of DISTANT) comparisons.push(await compare(kind, site));
	return comparisons;
}
