import type { NodeApiError } from 'n8n-workflow';
import { endpoints } from '../../../contract';
import { repeatAfterLoss } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import { toError } from '../../../core/output/items';
import { PHASES, failureKinds } from '../../support/failureKinds';
import { node } from '../../support/fieldReading';

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
		const { message, advice } = failure(kind, place);
		for (const text of [message, advice]) {
			expect(text).toMatch(/^[A-Z].{10,}/);
			expect(text).not.toMatch(/undefined|null|NaN|\[object|\{|\.\.| {2}/);
		}
		// n8n shows the title alone in red; the advice is one or more sentences.
		expect(advice).toMatch(/\.$/);
		expect(message).not.toMatch(/\.$/);
	});

	it('is explained without undefined when nothing else is known', () => {
		const bare = new ServiceFailure({ kind, endpoint: endpoints.balance });
		const known: readonly FailureKind[] = ['noConnection', 'serverError', 'unexpected', 'unreadable'];
		// These kinds always come with a status or a cause.
		if (known.includes(kind)) return;
		expect(`${bare.message} ${bare.advice}`).not.toMatch(/undefined|NaN/);
	});

	it('quotes the service', () => {
		const { message, advice } = failure(kind);
		expect(failure(kind, endpoints.balance, 'Texto do serviço')).toMatchObject({
			message,
			advice: `The service says: "Texto do serviço". ${advice}`,
		});
	});

	it('becomes an error of n8n for its item, without anything of the request', () => {
		const error = toError(node, {
			error: failure(kind, endpoints.b2bCompanyEnrichNow, 'Words'),
			items: [4],
		}) as NodeApiError;
		const { message, advice } = failure(kind, endpoints.b2bCompanyEnrichNow, 'Words');
		expect([error.message, error.description]).toEqual([message, advice]);
		expect(error.context).toEqual({ itemIndex: 4 });
		expect(error.httpCode).toBe('503');
		expect(error.messages).toEqual([]);
	});
});

describe('what is said of money', () => {
	it.each(['serverError', 'timeout', 'reset', 'unreadable'] as const)(
		'after a lost answer (%s) follows the rule that decides about repeating',
		(kind) => {
			const said = {
				safe: 'Retrying the same call is safe: the service does not charge it twice.',
				sameKeyAfterHold: 'Wait a minute, then run it again within 24 hours',
				never: 'It may have been charged, so it was not sent again',
			};
			for (const place of [
				endpoints.b2bPersonSearch,
				endpoints.b2bCompanyEnrichNow,
				endpoints.b2bPersonEnrichBatch,
			]) {
				expect(failure(kind, place).advice).toContain(said[repeatAfterLoss(place)]);
			}
			expect(failure(kind, endpoints.balance).advice).toContain('The call is free and can be retried.');
		},
	);

	it.each([
		['b2b', endpoints.b2bPersonSearch],
		['b2c', endpoints.personGet],
	])('names the %s product', (product, place) => {
		const name = `the ${product.toUpperCase()} product`;
		expect(failure('noCredit', place).message).toBe(`No credits left for ${name}`);
		expect(failure('monthlyLimit', place).message).toBe(`The monthly request limit of ${name} is used up`);
	});
});
