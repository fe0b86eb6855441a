import type { N8n } from '../tools/host/n8n';
import { bareClients } from './clients/bare';
import type { Comparison, Contestant } from './measure/contestant';
import { httpRequestEnrich, httpRequestLookUp, httpRequestSearch } from './n8n/httpRequest';
import { packageEnrich, packageLookUp, packageSearch } from './n8n/package';
import { CONCURRENCY, PAGE_SIZE, type Size } from './plan';
import type { SandboxProcess } from './sandboxProcess';

const count = (number: number): string => number.toLocaleString('en');

/** At the highest level n8n's node is shown as it is without batching: it sends everything at once. */
const batchSizeFor = (concurrency: number): number | undefined =>
	concurrency === CONCURRENCY.high ? undefined : concurrency;

/** Prepares everything that is compared; nothing is sent yet. */
export async function prepareComparisons(
	n8n: N8n,
	sandbox: SandboxProcess,
	size: Size,
): Promise<Comparison[]> {
	const { apiKey, baseUrl } = sandbox;
	const own = await n8n.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const header = { name: 'Authorization', value: `Token ${apiKey}` };
	const generic = await n8n.client.createCredential('httpHeaderAuth', header);
	const bare = bareClients(sandbox);

	/** One kind of work, at some concurrency, by all clients. */
	const compare =
		(
			unit: keyof Size['warmUp'],
			title: (count: number) => string,
			byBare: (concurrency: number) => Contestant[],
			byPackage: typeof packageSearch,
			byHttpRequest: typeof httpRequestLookUp,
		) =>
		async (concurrency: number): Promise<Comparison> => ({
			title: `${title(size[unit])}, ${concurrency} at once`,
			size: size[unit],
			warmUp: size.warmUp[unit],
			concurrency,
			contestants: [
				...byBare(concurrency),
				await byPackage(n8n, own, concurrency),
				await byHttpRequest(n8n, generic, baseUrl, batchSizeFor(concurrency)),
			],
		});

	const lookUps = compare(
		'items',
		(items) => `${count(items)} lookups, half of them duplicates`,
		bare.lookUp,
		packageLookUp,
		httpRequestLookUp,
	);
	const enrichments = compare(
		'items',
		(items) => `${count(items)} enrichments`,
		bare.enrich,
		packageEnrich,
		httpRequestEnrich,
	);
	const search = compare(
		'pages',
		(pages) => `${count(pages)} pages of search (${count(pages * PAGE_SIZE)} rows)`,
		bare.search,
		packageSearch,
		httpRequestSearch,
	);
	return [
		await lookUps(CONCURRENCY.careful),
		await lookUps(CONCURRENCY.high),
		await enrichments(CONCURRENCY.careful),
		await enrichments(CONCURRENCY.middle),
		await enrichments(CONCURRENCY.high),
		await search(CONCURRENCY.careful),
		await search(CONCURRENCY.pages),
	];
}
