import type { Comparison } from '../measure/contestant';
import { enrichList, sixNodesForList } from '../n8n/list';
import { CONCURRENCY, type Size } from '../setup/plan';
import { type Amount, comparingAt, count, kinds, once, type Site } from './compare';

/** Prepares everything that is compared on a sandbox without any distance. */
export async function prepareNear(site: Site, size: Size): Promise<Comparison[]> {
	const compare = await comparingAt(site);
	const { careful, wide, high } = CONCURRENCY;
	const items = (id: string): Amount => ({
		id,
		size: size.items,
		concurrency: careful,
		isFresh: false,
		repetitions: size.repetitions,
	});
	const atOnce = (id: string, concurrency: number, repetitions: number): Amount => ({
		...items(id),
		size: size.itemsAtOnce,
		concurrency,
		repetitions,
	});
	const large = (id: string, amount: number, repetitions: number): Amount => ({
		id,
		size: amount,
		concurrency: careful,
		isFresh: true,
		repetitions,
	});
	return [
		await compare(kinds.lookUps, items('lookUps')),
		await compare(kinds.lookUps, atOnce('lookUpsWide', wide, size.repetitions)),
		await compare(kinds.lookUps, atOnce('lookUpsAtOnce', high, size.manyRepetitions)),
		await compare(kinds.duplicates, items('duplicates')),
		await compare(kinds.enrichments, items('enrichments')),
		await compare(kinds.search, large('search', size.pages, size.repetitions)),
		once(
			'httpRequest',
			await compare(kinds.search, large('longSearch', size.manyPages, size.fewRepetitions)),
		),
		await compare(kinds.batch, large('batch', size.records, size.fewRepetitions)),
		await list(site, large('list', size.rows, size.fewRepetitions)),
	];
}

async function list({ n8n, sandbox, warmUp }: Site, amount: Amount): Promise<Comparison> {
	const { apiKey, baseUrl } = sandbox;
	const credential = await n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	return {
		...amount,
		title: `List of ${count(amount.size)} mixed rows, ${amount.concurrency} at once`,
		warmUp: warmUp.rows,
		contestants: [await sixNodesForList(n8n, credential), await enrichList(n8n, credential)],
	};
}
