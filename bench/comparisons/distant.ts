import type { Comparison } from '../measure/contestant';
import { CONCURRENCY, type Size } from '../setup/plan';
import { type Amount, comparingAt, kinds, type Site } from './compare';

/** Prepares what is compared on a distant sandbox: what users wait for most. */
export async function prepareDistant(site: Site, size: Size): Promise<Comparison[]> {
	const compare = await comparingAt(site);
	const amount = (id: string, work: number): Amount => ({
		id,
		size: work,
		concurrency: CONCURRENCY.careful,
		isFresh: false,
		repetitions: size.fewRepetitions,
	});
	return [
		await compare(kinds.lookUps, amount('lookUps', size.items)),
		await compare(kinds.duplicates, amount('duplicates', size.items)),
		await compare(kinds.search, amount('search', size.pages)),
		await compare(kinds.batch, amount('batch', size.records)),
	];
}
