import { endpoints } from '../../../contract';
import { repeatAfterLoss } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { explain } from '../../../core/client/explain';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import { PHASES, failureKinds } from '../../support/failureKinds';

const PLACES: readonly Endpoint[] = [
	endpoints.balance,
	endpoints.b2bPersonSearch,
	endpoints.b2bPersonEnrichBatch,
	endpoints.b2bCompanyEnrichNow,
	endpoints.personGet,
	endpoints.batchStatus,
];

/** A failure as `send` makes it: an answer has a status, a connection error its code. */
const failure = (kind: FailureKind, endpoint: Endpoint = endpoints.balance, serviceText?: string) =>
	new ServiceFailure({ kind, endpoint, serviceText, status: 503, cause: 'ECONNREFUSED', elapsedMs: 75_400 });

describe.each(failureKinds)('a failure of kind %s', (kind) => {
	it('has its phase', () => {
		expect(failure(kind).phase).toBe(PHASES[kind]);
	});

	it.each(PLACES.map((place) => [place.path, place] as const))('is explained at %s', (_, place) => {
		const { message, advice } = explain(failure(kind, place));
		for (const text of [message, advice]) {
			expect(text).toMatch(/^[A-Z].{10,}/);
			expect(text).not.toMatch(/undefined|null|NaN|\[object|\{|\.\.| {2}/);
		}
		// The advice is one or more sentences; the message goes on with the service's words.
		expect(advice).toMatch(/\.$/);
		expect(message).not.toMatch(/\.$/);
		expect(message.length).toBeLessThanOrEqual(120);
	});
});

describe('what is said of money', () => {
	it.each(['serverError', 'timeout', 'reset', 'unreadable'] as const)(
		'after a lost answer (%s) follows the rule that decides about repeating',
		(kind) => {
			const said = {
				safe: 'Retrying the same call is safe: the service does not charge it twice.',
				sameKeyAfterHold: 'instead of starting a new one: it sends the same idempotency key',
				never: 'may have been processed and charged, so it was not retried',
			};
			for (const place of [
				endpoints.b2bPersonSearch,
				endpoints.b2bCompanyEnrichNow,
				endpoints.b2bPersonEnrichBatch,
			]) {
				expect(explain(failure(kind, place)).advice).toContain(said[repeatAfterLoss(place)]);
			}
			expect(explain(failure(kind, endpoints.balance)).advice).toContain(
				'The call is free and can be retried.',
			);
		},
	);

	it.each([
		['b2b', endpoints.b2bPersonSearch, '50,000'],
		['b2c', endpoints.personGet, '100,000'],
	])('names the %s product and its limit', (product, place, limit) => {
		const name = `the ${product.toUpperCase()} product`;
		expect(explain(failure('noCredit', place)).message).toBe(`No credits left for ${name}`);
		expect(explain(failure('monthlyLimit', place)).message).toBe(
			`The monthly request limit of ${name} is used up (by default ${limit} requests)`,
		);
	});
});
