import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { chargedCredits, mostCredits, Usage } from '../../core/client/usage';
import { isUncharged, ServiceFailure } from '../../core/client/failure';
import { waitBeforeRepeat } from '../../core/client/repeat';
import { failureKinds } from '../support/failureKinds';
import { jsonWith } from './arbitraries';
import { holds } from './holds';
import { asBody } from '../../core/read/answer';

const all = new Map<string, Endpoint>(Object.entries(endpoints));
const endpointName = fc.constantFrom(...all.keys());
const endpointOf = (name: string): Endpoint => all.get(name) as Endpoint;
const counted = [...all.values()].flatMap(({ countedBy }) => countedBy ?? []);

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const bodies = jsonWith([...counted, 'chave_cache', 'total_cacheado'], ['key', 10, 500]).filter(isObject);
const answers = jsonWith(
	['results', 'data', 'dados', 'chave_cache', 'success', 'total'],
	['key', 'other', false],
);

describe('what a call costs', () => {
	holds(
		'is never less than nothing, nor more than was said before',
		endpointName,
		bodies,
		answers,
		(name, body, answer) => {
			const endpoint = endpointOf(name);
			const [most, charged] = [
				mostCredits({ endpoint, body }, false),
				chargedCredits({ endpoint, body }, asBody(answer), false),
			];
			for (const credits of [most, charged]) {
				expect(credits === undefined || (Number.isFinite(credits) && credits >= 0)).toBe(true);
			}
			if (!isCharged(endpoint.billing)) expect([most, charged]).toEqual([0, 0]);
			// Only a search whose key the service no longer knows costs more: the one credit of a new search.
			if (most !== undefined && charged !== undefined && charged > most) {
				expect([
					endpoint.billing.kind,
					charged,
					body.chave_cache === (answer as IDataObject).chave_cache,
				]).toEqual(['newSearch', 1, false]);
			}
		},
	);

	const charges = fc.array(fc.tuple(endpointName, fc.option(fc.nat({ max: 1000 }), { nil: undefined })));

	holds('adds up, product by product', charges, (calls) => {
		const usage = new Usage({});
		for (const [name, credits] of calls) usage.charge(endpointOf(name), credits);
		const known = calls.flatMap(([, credits]) => credits ?? []);
		expect(usage.total.creditsAtMost).toBe(known.reduce((sum, credits) => sum + credits, 0));
		expect(usage.isIncomplete).toBe(known.length < calls.length);
		const said = [...usage.inWords().matchAll(/([\d,]+) (?:B2[BC] )?credits?\b/g)].map(([, number]) =>
			Number(number.replaceAll(',', '')),
		);
		expect(said.reduce((sum, number) => sum + number, 0)).toBe(usage.total.creditsAtMost);
	});
});

const failures = fc
	.record({
		name: endpointName,
		kind: fc.constantFrom(...failureKinds),
		status: fc.integer({ min: 100, max: 599 }),
		elapsedMs: fc.nat({ max: 100_000 }),
		cause: fc.constantFrom('ECONNREFUSED', 'a web page instead of data'),
		retryAfterSeconds: fc.option(fc.nat({ max: 100_000 }), { nil: undefined }),
		serviceText: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
	})
	.map(({ name, ...details }) => ({
		name,
		failure: new ServiceFailure({ endpoint: endpointOf(name), ...details }),
	}));

describe('after a failed call', () => {
	holds(
		'nothing is sent again that could be charged twice',
		failures,
		fc.integer({ min: 1, max: 30 }),
		fc.double({ min: 0, max: 0.999, noNaN: true }),
		({ name, failure }, attempt, random) => {
			const endpoint = endpointOf(name);
			const waitMs = waitBeforeRepeat(failure, attempt, random);
			if (waitMs === undefined) return;
			expect(Number.isFinite(waitMs) && waitMs >= 0).toBe(true);
			if (isUncharged(failure)) return;
			// The answer was lost: only what is free, answered from memory, or sent with the same key goes out again.
			const isFreeOfRisk =
				['free', 'newSearch', 'document'].includes(endpoint.billing.kind) && endpoint.creates !== true;
			expect(isFreeOfRisk || endpoint.idempotent === true).toBe(true);
			if (endpoint.idempotent) {
				expect((failure.elapsedMs ?? 0) + waitMs).toBeGreaterThan((endpoint.holdSeconds ?? 50) * 1000);
			}
		},
	);

	holds(
		'what happened is said in whole sentences, with the words of the service',
		failures,
		({ failure }) => {
			const { message, advice } = failure;
			expect(`${message} ${advice}`.replace(failure.serviceText ?? '', '')).not.toMatch(
				/undefined|NaN|\[object|null/,
			);
			if (failure.serviceText !== undefined) expect(`${message} ${advice}`).toContain(failure.serviceText);
			expect(advice === failure.serviceText || /[.!]$/.test(advice)).toBe(true);
			// A charge is never denied where there may have been one.
			if (!isUncharged(failure) && isCharged(failure.endpoint.billing))
				expect(advice).not.toMatch(/Nothing was (sent|charged)/);
		},
	);
});
