import { assumedLimits, limits } from '../../../../contract/model/limits';
import { AdvisedError, explained } from '../../../../core/base/errors';
import { inTurns } from '../../../../core/base/async';
import { digits } from '../../../../core/base/text';
import { mayBeChargedAgain, UncertainWork } from '../../../../core/purchase/refusals';
import {
	detailsOf, loadResults, MATCHED_NOTHING, whyMissing, type Results, type Searched,
} from '../../../../core/search/results'; // prettier-ignore
import { UnknownAnswer } from '../../../../core/read/answer';
import { NotFound, PartialResult, type Produced, type Service } from '../prelude';

export interface SearchRequest extends Searched {
	readonly limit: number;
}

/** One item per row; a search without matches still reports its details. */
export async function runSearch(request: SearchRequest, service: Service): Promise<Produced[]> {
	const cursor = { offset: 0, size: assumedLimits.searchPageSize };
	const results = await loadResults(service, { ...request, cursor });
	const items: Produced[] = [];
	// Copies, so that changes to the output do not affect rows kept for another attempt.
	for await (const row of inTurns(results.rows)) items.push({ outcome: 'found', ...row });
	if (items.length === 0) {
		const about = { ...request.filters, search: detailsOf(results) };
		items.push(new NotFound(about, 'The search matched nothing.'));
	}
	// The loaded rows were charged: output them, with the reason why the rest is missing.
	const { failure } = results;
	if (failure !== undefined) throw new PartialResult(items, interrupted(service, results, failure));
	addHint(service, results);
	return items;
}

const AGAIN = `Search again with the same filters: they are free for ${limits.searchCacheDays} days.`;
const NARROW = 'Narrow the search down to find the others.';

/** Keeps the kind of error, which decides whether the page counts as charged. */
function interrupted(service: Service, results: Results, error: Error): Error {
	// Other errors, such as a page that an earlier attempt lost, explain themselves.
	const why = explained(error);
	const title = `The search stopped after ${loadedOf(results)} results`;
	const advice = `${why} ${results.charged > 1 ? NARROW : AGAIN}`;
	if (error instanceof UnknownAnswer) {
		service.session.hint(`${title}. ${advice}`);
		return error;
	}
	return mayBeChargedAgain(error) || error instanceof UncertainWork
		? new UncertainWork(title, advice)
		: new AdvisedError(title, advice);
}

/** Such as `1,000 of 2,500`. */
const loadedOf = ({ rows, cursor: { total } }: Results): string =>
	`${digits(rows.length)} of ${total === undefined ? 'an unknown number of' : digits(total)}`;

function addHint({ session }: Service, results: Results): void {
	const { rows, end, charged, cursor } = results;
	const some = `${loadedOf(results)} results were loaded`;
	const why = end && whyMissing(end, some);
	if (charged > 1) {
		const text = `This search may have been charged ${charged} times: the service did not honor its own cache key. What was paid for is output: ${some}.`;
		session.hint(end === 'done' ? text : `${text} ${NARROW}`, 'cost');
	} else if (end === undefined) {
		session.hint(
			`${some}. The others cost nothing for ${limits.searchCacheDays} days: raise 'Limit' or turn on 'Return All'. To get the next ones by a schedule, use the Person and Company Data New Leads Trigger node.`,
			'info',
		);
	} else if (why !== undefined) {
		session.hint(`${why} ${NARROW}`);
	} else if (rows.length === 0) {
		session.hint(MATCHED_NOTHING);
	} else if (rows.length < (cursor.total ?? 0)) {
		session.hint(`The result is not complete: ${some}, and the service has no further pages.`);
	}
}
