import type { N8n } from '../tools/host/n8n';
import { bareClients } from './clients/bare';
import type { Comparison } from './measure/contestant';
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
	{ items, pages, warmUp }: Size,
): Promise<Comparison[]> {
	const { apiKey, baseUrl } = sandbox;
	const own = await n8n.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const header = { name: 'Authorization', value: `Token ${apiKey}` };
	const generic = await n8n.client.createCredential('httpHeaderAuth', header);
	const bare = bareClients(sandbox);

	const lookUps = async (concurrency: number): Promise<Comparison> => ({
		title: `${count(items)} lookups, half of them duplicates, ${concurrency} at once`,
		size: items,
		warmUp: warmUp.items,
		concurrency,
		contestants: [
			...bare.lookUp(concurrency),
			await packageLookUp(n8n, own, concurrency),
			await httpRequestLookUp(n8n, generic, baseUrl, batchSizeFor(concurrency)),
		],
	});
	const enrichments = async (concurrency: number): Promise<Comparison> => ({
		title: `${count(items)} enrichments, ${concurrency} at once`,
		size: items,
		warmUp: warmUp.items,
		concurrency,
		contestants: [
			...bare.enrich(concurrency),
			await packageEnrich(n8n, own, concurrency),
			await httpRequestEnrich(n8n, generic, baseUrl, batchSizeFor(concurrency)),
		],
	});
	const search = async (concurrency: number): Promise<Comparison> => ({
		title: `${count(pages)} pages of search (${count(pages * PAGE_SIZE)} rows), ${concurrency} at once`,
		size: pages,
		warmUp: warmUp.pages,
		concurrency,
		contestants: [
			...bare.search(concurrency),
			await packageSearch(n8n, own, concurrency),
			await httpRequestSearch(n8n, generic, baseUrl),
		],
	});
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
