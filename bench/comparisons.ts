import { bareClients } from './clients/bare';
import type { BareProcess } from './clients/bareProcess';
import type { Client, Comparison, Contestant } from './measure/contestant';
import type { BenchN8n } from './n8n/benchN8n';
import {
	httpRequestBatches,
	httpRequestEnrich,
	httpRequestLookUp,
	httpRequestLookUpTwice,
	httpRequestSearch,
	type HttpRequestMaker,
} from './n8n/httpRequest';
import {
	packageBatches,
	packageEnrich,
	packageLookUp,
	packageLookUpTwice,
	packageSearch,
	type PackageMaker,
} from './n8n/package';
import { CONCURRENCY, PAGE_SIZE, type Size } from './setup/plan';
import type { SandboxProcess } from './setup/sandboxProcess';

const count = (number: number): string => number.toLocaleString('en');

/** At the highest level n8n's node is shown as it is without batching: it sends everything at once. */
const batchSizeFor = (concurrency: number): number | undefined =>
	concurrency === CONCURRENCY.high ? undefined : concurrency;

/** One kind of work. */
interface Kind {
	readonly id: string;
	readonly title: (size: number) => string;
	/** What the work is counted in. */
	readonly unit: keyof Size['warmUp'];
	readonly bare: ReadonlyArray<(concurrency: number) => Contestant>;
	readonly byPackage: PackageMaker;
	readonly byHttpRequest: HttpRequestMaker;
}

type Amount = Pick<Comparison, 'size' | 'concurrency' | 'isFresh' | 'repetitions'>;

/** A comparison in which one client, which takes minutes, is measured only once. */
const once = (slow: Client, comparison: Comparison): Comparison => ({
	...comparison,
	contestants: comparison.contestants.map((one) => (one.client === slow ? { ...one, mostRuns: 1 } : one)),
});

/** Prepares everything that is compared; nothing is sent yet. */
export async function prepareComparisons(
	n8n: BenchN8n,
	bareProcess: BareProcess,
	sandbox: SandboxProcess,
	size: Size,
): Promise<Comparison[]> {
	const { apiKey, baseUrl } = sandbox;
	const { client } = n8n.now;
	const own = await client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const header = { name: 'Authorization', value: `Token ${apiKey}` };
	const generic = await client.createCredential('httpHeaderAuth', header);
	const bare = bareClients(sandbox, bareProcess);

	const compare = async (kind: Kind, amount: Amount): Promise<Comparison> => ({
		...amount,
		id: kind.id,
		title: `${kind.title(amount.size)}, ${amount.concurrency} at once`,
		warmUp: size.warmUp[kind.unit],
		contestants: [
			...kind.bare.map((make) => make(amount.concurrency)),
			await kind.byPackage(n8n, own, amount.concurrency),
			await kind.byHttpRequest(n8n, generic, baseUrl, batchSizeFor(amount.concurrency)),
		],
	});

	const lookUps: Kind = {
		id: 'lookUps',
		title: (items) => `${count(items)} lookups`,
		unit: 'items',
		bare: [bare.keepAlive('lookUp'), bare.newConnections('lookUp')],
		byPackage: packageLookUp,
		byHttpRequest: httpRequestLookUp,
	};
	const duplicates: Kind = {
		id: 'duplicates',
		title: (items) => `${count(items)} lookups, half of them duplicates`,
		unit: 'items',
		bare: [bare.keepAlive('lookUpTwice'), bare.lookUpOnce],
		byPackage: packageLookUpTwice,
		byHttpRequest: httpRequestLookUpTwice,
	};
	const enrichments: Kind = {
		id: 'enrichments',
		title: (items) => `${count(items)} enrichments`,
		unit: 'items',
		bare: [bare.keepAlive('enrich'), bare.newConnections('enrich')],
		byPackage: packageEnrich,
		byHttpRequest: httpRequestEnrich,
	};
	const search: Kind = {
		id: 'search',
		title: (pages) => `Search of ${count(pages * PAGE_SIZE)} records (${count(pages)} pages)`,
		unit: 'pages',
		bare: [bare.keepAlive('search')],
		byPackage: packageSearch,
		byHttpRequest: httpRequestSearch,
	};
	const batches: Kind = {
		id: 'batch',
		title: (records) => `Batch enrichment of ${count(records)} records`,
		unit: 'records',
		bare: [bare.keepAlive('enrichInBatches')],
		byPackage: packageBatches,
		byHttpRequest: httpRequestBatches,
	};

	const { careful, high } = CONCURRENCY;
	const items = (concurrency: number): Amount => ({
		size: size.items,
		concurrency,
		isFresh: false,
		repetitions: size.repetitions,
	});
	const large = (amount: number, repetitions: number): Amount => ({
		size: amount,
		concurrency: careful,
		isFresh: true,
		repetitions,
	});
	return [
		await compare(lookUps, items(careful)),
		await compare({ ...lookUps, id: 'lookUpsAtOnce' }, items(high)),
		await compare(duplicates, items(careful)),
		await compare(enrichments, items(careful)),
		await compare(search, large(size.pages, size.repetitions)),
		once(
			'httpRequest',
			await compare({ ...search, id: 'longSearch' }, large(size.manyPages, size.fewRepetitions)),
		),
		await compare(batches, large(size.records, size.fewRepetitions)),
	];
}
