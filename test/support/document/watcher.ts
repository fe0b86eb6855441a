import { neutralNames, type BrandTerms } from '../../../contract/brandTerms';
import type { Arrival } from '../../../sandbox/http/arrivals';
import { ApiDocument } from './document';
import { problemsOf } from './problems';

const documents = new Map<string, ApiDocument>();

const documentIn = (brandTerms: BrandTerms): ApiDocument => {
	const key = JSON.stringify(brandTerms);
	const document = documents.get(key) ?? new ApiDocument(brandTerms);
	documents.set(key, document);
	return document;
};

/** All that is wrong with a call, each as `METHOD path: place what`; in live words or in neutral ones. */
function undocumentedIn(arrival: Arrival): readonly string[] {
	const [best] = [documentIn(arrival.brandTerms), documentIn(neutralNames)]
		.map((document) => ({ document, problems: problemsOf(document, arrival) }))
		.sort((a, b) => a.problems.length - b.problems.length);
	const { operation } = best.document.find(arrival.method, arrival.path);
	const call = `${arrival.method} ${operation?.path ?? arrival.path}`;
	return best.problems.map(({ place, what }) => `${call}: ${place} ${what}`);
}

/** Whether a problem is what an announcement is about. */
function isMeant(announcement: string, problem: string): boolean {
	const ofAny = announcement.startsWith('*') ? problem.replace(/^[^:]*/, '*') : problem;
	return ofAny.startsWith(announcement);
}

/** Holds calls against the OpenAPI document; keeps what is wrong with them. */
export class Watcher {
	private readonly problems = new Set<string>();
	private readonly announced = new Set<string>();

	/** Looks at a call. */
	note(arrival: Arrival): void {
		for (const problem of undocumentedIn(arrival)) this.problems.add(problem);
	}

	/** Lets such a problem pass, and requires that there is one. */
	announce(announcement: string): void {
		this.announced.add(announcement);
	}

	/** Throws when a call so far was wrong without being announced, or the other way round, and begins anew. */
	judge(): void {
		const problems = [...this.problems];
		const announced = [...this.announced];
		this.problems.clear();
		this.announced.clear();
		const wrong = problems.filter((problem) => !announced.some((each) => isMeant(each, problem)));
		const stale = announced.filter((each) => !problems.some((problem) => isMeant(each, problem)));
		const told = [
			...(wrong.length > 0
				? ['Sent, but not in the OpenAPI document (announceUndocumented if that is meant):', ...wrong]
				: []),
			...(stale.length > 0 ? ['Announced as not in the OpenAPI document, but not sent:', ...stale] : []),
		];
		if (told.length > 0) throw new Error(told.join('\n'));
	}
}
