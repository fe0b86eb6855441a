import type { N8n } from '../tools/host/n8n';
import { bareClients } from './clients/bare';
import type { Comparison } from './measure/contestant';
import { httpRequestEnrich, httpRequestSearch } from './n8n/httpRequest';
import { packageEnrich, packageSearch } from './n8n/package';
import { CONCURRENCY, PAGE_SIZE, type Size } from './plan';
import type { SandboxProcess } from './sandboxProcess';

const count = (number: number): string => number.toLocaleString('en');

/** Prepares everything that is compared; nothing is sent yet. */
export async function prepareComparisons(
	n8n: N8n,
	sandbox: SandboxProcess,
	{ enrichments, pages, warmUp }: Size,
): Promise<Comparison[]> {
	const { apiKey, baseUrl } = sandbox;
	const own = await n8n.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const header = { name: 'Authorization', value: `Token ${apiKey}` };
	const generic = await n8n.client.createCredential('httpHeaderAuth', header);
	const bare = bareClients(sandbox);
	const comparisons: Comparison[] = [];
	for (const [level, concurrency] of CONCURRENCY.entries()) {
		// At the highest level n8n's node is shown as it is without batching: it sends everything at once.
		const batchSize = level === CONCURRENCY.length - 1 ? undefined : concurrency;
		comparisons.push({
			title: `${count(enrichments)} enrichments, ${concurrency} at once`,
			size: enrichments,
			warmUp: warmUp.enrichments,
			concurrency,
			contestants: [
				...bare.enrich(concurrency),
				await packageEnrich(n8n, own, concurrency),
				await httpRequestEnrich(n8n, generic, baseUrl, batchSize),
			],
		});
	}
	comparisons.push({
		title: `${count(pages)} pages of search (${count(pages * PAGE_SIZE)} rows), one after another`,
		size: pages,
		warmUp: warmUp.pages,
		concurrency: 1,
		contestants: [
			...bare.search(),
			await packageSearch(n8n, own),
			await httpRequestSearch(n8n, generic, baseUrl),
		],
	});
	return comparisons;
}
