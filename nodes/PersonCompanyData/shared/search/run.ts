import { limits } from '../../../../contract/model/limits';
import { inTurns } from '../../../../core/base/async';
import { AdvisedError, explained } from '../../../../core/base/errors';
import { digits } from '../../../../core/base/text';
import type { Service } from '../../../../core/client/service';
import { NotFound, NothingFound, PartialResult, type Produced } from '../../../../core/output/result';
import { mayBeChargedAgain, UncertainWork } from '../../../../core/purchase/refusals';
import { UnknownAnswer } from '../../../../core/read/answer';
import {
	detailsOf,
	loadResults,
	MATCHED_NOTHING,
	MAY_BE_CHARGED,
	whyMissing,
	type Results,
	type ResultsRequest,
} from '../../../../core/search/results';

export interface SearchRequest extends ResultsRequest {
	readonly includesDetails: boolean;
}

/** One item per row; a search without matches still reports its details. */
export async function runSearch(request: SearchRequest, service: Service): Promise<Produced[]> {
	const results = await loadResults(service, request);
	const search = detailsOf(results);
	const items: Produced[] = [];
	// Copies, so that changes to the output do not affect rows kept for another attempt.
	for await (const row of inTurns(results.rows))
		items.push({ outcome: 'found', ...row, ...(request.includesDetails && { search }) });
	const { offset } = request.cursor;
	if (items.length === 0) {
		const why = offset > 0 ? NO_MORE : 'The search matched nothing.';
		const error =
			results.charged > 0 ? new NothingFound('The search matched nothing', MAY_BE_CHARGED) : undefined;
		items.push(new NotFound({ ...request.filters, search }, why, error));
	}
	// The loaded rows were charged: output them, with the reason why the rest is missing.
	const { failure } = results;
	if (failure !== undefined) throw new PartialResult(items, interrupted(service, results, failure));
	addHint(service, results, offset);
	return items;
}

const NO_MORE = 'The search has no further results.';

function goOn({ session }: Service, { charged, end, cursor: { key, total, offset } }: Results): string {
	if (key === undefined || total === undefined) return 'Narrow the search down to find the others.';
	// A service that has not honored its key may not do so again.
	const isFree = charged <= 1 && end !== 'noKey' && session.remembers(key);
	return `To continue${isFree ? ' at no charge' : ', perhaps for another credit'}, set 'Continue From' in Options: 'Cache Key' ${key}, 'Cached Total' ${total}, 'Offset' ${offset}.`;
}

/** Keeps the kind of error, which decides whether the page counts as charged. */
function interrupted(service: Service, results: Results, error: Error): Error {
	// Other errors, such as a page that an earlier attempt lost, explain themselves.
	const why = explained(error);
	const title = `The search stopped after ${loadedOf(results)} results`;
	const advice = `${why} ${goOn(service, results)}`;
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

function addHint(service: Service, results: Results, offset: number): void {
	const { session } = service;
	const { rows, end, charged, cursor } = results;
	const some = `${loadedOf(results)} results were loaded`;
	const why = end && whyMissing(end, some);
	if (charged > 1) {
		const text = `This search may have been charged ${charged} times: the service did not honor its own cache key. What was paid for is output: ${some}.`;
		session.hint(end === 'done' ? text : `${text} ${goOn(service, results)}`, 'cost');
	} else if (end === undefined) {
		session.hint(
			`${some}. The others cost nothing for ${limits.searchCacheDays} days: raise 'Limit' or turn on 'Return All'. To get them all on a schedule, use the Person and Company Data New Leads Trigger node, which begins at the first one.`,
			'info',
		);
	} else if (why !== undefined) {
		session.hint(`${why} ${goOn(service, results)}`);
	} else if (rows.length === 0) {
		session.hint(charged > 0 || offset === 0 ? MATCHED_NOTHING : NO_MORE);
	} else if (offset + rows.length < (cursor.total ?? 0)) {
		session.hint(`The result is not complete: ${some}, and the service has no further pages.`);
	}
}
