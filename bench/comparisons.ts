import { assumedLimits } from '../contract/model/limits';
import { browserPath } from '../tools/host/browser';
import { bareContestant, type BareProcess, type WorkName } from './clients/bareProcess';
import type { Comparison } from './measure';
import type { BenchN8n } from './n8n/benchN8n';
import { formContestant } from './n8n/forms';
import { helperEnrich, helperLookUp, helperSearch, type HelperMaker } from './n8n/helperAlone';
import * as httpNode from './n8n/httpRequest';
import { enrichList, sevenNodesForList } from './n8n/list';
import * as ownNode from './n8n/package';
import { node } from './n8n/workflow';
import { PAGE_SIZE, ROUND_TRIP_MS } from './setup/plan';
import type { ReachedSandbox } from './service/sandboxProcess';
import type { StoredCredential } from '../tools/host/rest/stored';

/** Where the clients do their work. */
export interface Site {
	readonly n8n: BenchN8n;
	readonly bare: BareProcess;
	readonly sandbox: ReachedSandbox;
	/** The same one over TLS. */
	readonly afar: ReachedSandbox;
}

/** One kind of work by all clients, at its full size. */
interface Kind {
	readonly title: (size: number) => string;
	readonly size: number;
	/** Requests at once; the package's default where it is not given. */
	readonly concurrency?: number;
	readonly bare: WorkName;
	readonly byPackage: ownNode.PackageMaker;
	readonly byHelper?: HelperMaker;
	readonly byHttpRequest: httpNode.HttpRequestMaker;
}

const count = (number: number): string => number.toLocaleString('en');

const lookUps: Kind = {
	title: (size) => `${count(size)} lookups`,
	size: 500,
	bare: 'lookUp',
	byPackage: ownNode.packageLookUp,
	byHelper: helperLookUp,
	byHttpRequest: httpNode.httpRequestLookUp,
};
const enrichments: Kind = {
	title: (size) => `${count(size)} enrichments`,
	size: 500,
	bare: 'enrich',
	byPackage: ownNode.packageEnrich,
	byHelper: helperEnrich,
	byHttpRequest: httpNode.httpRequestEnrich,
};
const search: Kind = {
	title: (pages) => `Search of ${count(pages * PAGE_SIZE)} records (${count(pages)} pages)`,
	size: 200,
	// As the package does: a page that is on its way when the service forgets the key costs a credit.
	concurrency: 1,
	bare: 'search',
	byPackage: ownNode.packageSearch,
	byHelper: helperSearch,
	byHttpRequest: httpNode.httpRequestSearch,
};
const batch: Kind = {
	title: (records) => `Batch enrichment of ${count(records)} records`,
	size: 25_000,
	bare: 'enrichInBatches',
	byPackage: ownNode.packageBatches,
	byHttpRequest: httpNode.httpRequestBatches,
};
const LIST_ROWS = 10_000;
const OPENINGS = 10;

/** More at once, for who may send more than by default. */
const atOnce = (concurrency: number): Kind => ({ ...lookUps, concurrency, size: 100 * concurrency });

const KINDS: readonly Kind[] = [lookUps, atOnce(20), atOnce(50), enrichments, search, batch];

/** With an unmeasured first run of a tenth, so that nobody pays for loading and compiling code. */
const amountOf = (size: number) => ({ size, warmUp: Math.ceil(size / 10) });

/** As many at once as the comparison has; the limit per minute is there for the real service's sake. */
const ownCredential = async (
	{ n8n, sandbox }: Site,
	maxConcurrentRequests: number,
): Promise<StoredCredential> => {
	const { apiKey, baseUrl } = sandbox;
	const data = { apiKey, baseUrl, maxConcurrentRequests, maxRequestsPerMinute: 0 };
	return await n8n.now.client.createCredential('personCompanyDataApi', data);
};

/** Prepares a kind of work for all clients; nothing is sent yet. */
async function compare(kind: Kind, site: Site): Promise<Comparison> {
	const { n8n, bare, sandbox } = site;
	const { concurrency = assumedLimits.concurrentRequests } = kind;
	const { apiKey, baseUrl } = sandbox;
	const { client } = n8n.now;
	const own = await ownCredential(site, concurrency);
	const generic = await client.createCredential('httpHeaderAuth', {
		name: 'Authorization',
		value: `Token ${apiKey}`,
	});
	return {
		...amountOf(kind.size),
		title: `${kind.title(kind.size)}, ${concurrency} at once`,
		isFresh: false,
		contestants: [
			bareContestant(bare, sandbox, kind.bare, concurrency),
			await kind.byPackage(n8n, own),
			...(kind.byHelper ? [await kind.byHelper(n8n, own, { baseUrl, concurrency })] : []),
			await kind.byHttpRequest(n8n, generic, { baseUrl, batchSize: concurrency }),
		],
	};
}

/** The package's largest form in the editor, and that of HTTP Request. */
const compareForms = async (n8n: BenchN8n, own: StoredCredential): Promise<Comparison> => {
	const search = { resource: 'b2bPerson', operation: 'searchB2bPersons' };
	return {
		...amountOf(OPENINGS),
		title: `Opening a form ${OPENINGS} times`,
		isFresh: false,
		contestants: [
			await formContestant(
				n8n,
				{ client: 'package', title: 'B2B Person: Search' },
				ownNode.packageNode('Search', search, own),
			),
			await formContestant(
				n8n,
				{ client: 'httpRequest', title: 'HTTP Request' },
				node('Request', 'httpRequest', 4.2, {}),
			),
		],
	};
};

/** Prepares everything that is compared. */
export async function prepare(site: Site): Promise<Comparison[]> {
	const comparisons: Comparison[] = [];
	for (const kind of KINDS) comparisons.push(await compare(kind, site));
	for (const kind of [lookUps, enrichments]) {
		const title = (size: number): string => `${kind.title(size)} over TLS, ${ROUND_TRIP_MS} ms away`;
		comparisons.push(await compare({ ...kind, title }, { ...site, sandbox: site.afar }));
	}
	const own = await ownCredential(site, assumedLimits.concurrentRequests);
	if (browserPath !== undefined) comparisons.push(await compareForms(site.n8n, own));
	return [
		...comparisons,
		{
			...amountOf(LIST_ROWS),
			title: `List of ${count(LIST_ROWS)} mixed rows`,
			// Memory of a process is compared.
			isFresh: true,
			contestants: [await sevenNodesForList(site.n8n, own), await enrichList(site.n8n, own)],
		},
	];
}
