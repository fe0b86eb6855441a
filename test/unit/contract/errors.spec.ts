import { recognize, retryAfterSeconds, specifiedMessages, type ErrorKind } from '../../../contract/errors';
import { codesIn, rowsAfter } from './specification';

describe('what an answer with an error means', () => {
	// Specification, "Errors"; field notes, "Errors"; guessed messages of limits.
	const page = '<!DOCTYPE html><html><title>x</title></html>';
	it.each<[ErrorKind, number, Record<string, string | undefined>, string]>([
		['unauthorized', 401, {}, '{"detail":"IP 203.0.113.7 not allowed"}'],
		['notReleased', 403, {}, '{}'],
		['noCredit', 402, {}, ''],
		['noCredit', 400, {}, '{"error":{"code":"insufficient_credits"}}'],
		['noCredit', 500, {}, '{"error":"INSUFFICIENT_CREDITS"}'],
		['noCredit', 200, {}, '{"message":"Insufficient credits"}'],
		['notReleased', 406, {}, ''],
		['notFound', 404, {}, '{"detail":"no company"}'],
		['rejected', 400, {}, '{"error":"at least one filter"}'],
		['rejected', 422, {}, '{}'],
		['noSlot', 429, { 'retry-after': '5' }, '{}'],
		['noSlot', 429, { 'retry-after': '60' }, ''],
		['limit', 429, { 'retry-after': '61' }, ''],
		['limit', 429, {}, '{"detail":"Too many requests"}'],
		['dailyLimit', 429, {}, '{"detail":"Daily request limit exceeded"}'],
		['dailyLimit', 429, { 'retry-after': '5' }, '{"error":"Limite diário de requisições excedido"}'],
		['dailyLimit', 429, {}, '{"error":{"code":"daily_limit_exceeded"}}'],
		['monthlyLimit', 429, {}, '{"message":"Monthly product limit exceeded"}'],
		['monthlyLimit', 429, {}, '{"error":"Limite mensal atingido"}'],
		['pending', 400, {}, '{"error":"processing not done yet"}'],
		['pending', 400, {}, '{"detail":"O processamento ainda não foi concluído"}'],
		['serverError', 502, {}, page],
		['redirected', 301, {}, ''],
		['redirected', 404, {}, page],
		['reported', 200, {}, '{"error":"x"}'],
		['unexpected', 418, {}, '{}'],
	])('is %s for %d %j %s', (kind, status, headers, text) => {
		expect(recognize(status, headers, text)).toBe(kind);
	});

	it.each(Object.values(specifiedMessages))('is a rejection, whatever the status: %s', (message) => {
		for (const status of [200, 400, 403, 422, 500]) {
			expect(recognize(status, {}, JSON.stringify({ error: message }))).toBe('rejected');
		}
		expect(recognize(400, {}, message.toUpperCase().replace(/\.$/, ''))).toBe('rejected');
	});

	it('has the messages of the specification word for word', () => {
		const messages = rowsAfter('## Errors').flatMap(([, response]) =>
			response.startsWith('message `') ? codesIn(response) : [],
		);
		expect(messages).toEqual(Object.values(specifiedMessages));
	});
});

it('reads the seconds of Retry-After', () => {
	const seconds = (value: string) => retryAfterSeconds({ 'retry-after': value });
	expect([' 5 ', '1.5', '-1', '9'.repeat(400), 'soon'].map(seconds)).toEqual([5, 1.5, ...Array(3)]);
	expect(retryAfterSeconds({})).toBeUndefined();
});
