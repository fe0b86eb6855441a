import {
	codeIn,
	messageIn,
	recognise,
	retryAfterSeconds,
	specifiedMessages,
	type ErrorKind,
} from '../../../contract/errors';
import { codesIn, rowsAfter } from './specification';

const page = (title: string): string =>
	`<!DOCTYPE html><html><head><title>${title}</title></head><body>x</body></html>`;

describe('the text of an answer with an error', () => {
	it.each<[string, unknown, string | undefined]>([
		['error.description', { error: { code: 'a', description: 'No credit' } }, 'No credit'],
		['error.message', { error: { message: 'No credit' } }, 'No credit'],
		['error', { error: 'No place' }, 'No place'],
		['detail', { detail: 'Invalid token.' }, 'Invalid token.'],
		['message', { message: 'Slow down' }, 'Slow down'],
		['mensagem', { mensagem: 'Devagar' }, 'Devagar'],
		['a list of texts', { error: ['first', 'second'] }, 'first'],
		[
			'the messages of fields',
			{ cnpj: ['is required'], page: 'too big' },
			'cnpj: is required; page: too big',
		],
		['JSON as text', '{"detail": "Invalid token."}', 'Invalid token.'],
		['broken JSON as text', '{"detail": "Inval', '{"detail": "Inval'],
		['plain text', ' Bad\n request ', 'Bad request'],
		['the title of a page', page('Not Found'), 'Not Found'],
		['a page without title', '<div><style>p {}</style><p>Gone</p></div>', 'Gone'],
		['an empty object', {}, undefined],
		['nothing', undefined, undefined],
		['null', null, undefined],
		['a number', 7, undefined],
		['an empty text', ' ', undefined],
	])('is found in %s', (_shape, body, expected) => {
		expect(messageIn(body)).toBe(expected);
	});

	it('is cut to a readable length', () => {
		expect(messageIn('x'.repeat(10_000))?.length).toBeLessThanOrEqual(500);
	});
});

describe('the code of an answer with an error', () => {
	it.each<[string, unknown, string | undefined]>([
		['error.code', { error: { code: 'insufficient_credits' } }, 'insufficient_credits'],
		['code', { code: 12 }, '12'],
		['the place of the text', { error: 'insufficient_credits' }, 'insufficient_credits'],
		['no code in a sentence', { error: 'No place' }, undefined],
		['no code in a page', page('x'), undefined],
		['nothing', undefined, undefined],
	])('is found: %s', (_shape, body, expected) => {
		expect(codeIn(body)).toBe(expected);
	});
});

describe('what an answer with an error means', () => {
	const noHeaders = {};
	it.each<[ErrorKind, number, Record<string, string | undefined>, unknown]>([
		['unauthorized', 401, noHeaders, { detail: 'IP 203.0.113.7 not allowed' }],
		['notReleased', 403, noHeaders, {}],
		['noCredit', 402, noHeaders, undefined],
		['noCredit', 400, noHeaders, { error: { code: 'insufficient_credits' } }],
		['noCredit', 500, noHeaders, { error: { code: 'INSUFFICIENT_CREDITS' } }],
		['noCredit', 400, noHeaders, { error: 'Créditos insuficientes' }],
		['notReleased', 406, noHeaders, ''],
		['notFound', 404, noHeaders, { detail: 'no company' }],
		['rejected', 400, noHeaders, { error: 'at least one filter' }],
		['rejected', 422, noHeaders, {}],
		['noSlot', 429, { 'Retry-After': '5' }, {}],
		['noSlot', 429, { 'retry-after': '60' }, undefined],
		['limit', 429, { 'retry-after': '61' }, undefined],
		['limit', 429, { 'retry-after': 'Fri, 20 Nov 2026 10:00:00 GMT' }, undefined],
		['limit', 429, { 'retry-after': undefined }, { detail: 'Too many requests' }],
		['dailyLimit', 429, noHeaders, { detail: 'Daily request limit exceeded' }],
		['dailyLimit', 429, { 'retry-after': '5' }, { error: 'Limite diário de requisições excedido' }],
		['dailyLimit', 429, noHeaders, { error: { code: 'daily_limit_exceeded' } }],
		['monthlyLimit', 429, noHeaders, { message: 'Monthly product limit exceeded' }],
		['monthlyLimit', 429, noHeaders, { error: 'Limite mensal atingido' }],
		['pending', 400, noHeaders, { error: 'processing not done yet' }],
		['pending', 400, noHeaders, { detail: 'O processamento ainda não foi concluído' }],
		['serverError', 500, noHeaders, {}],
		['serverError', 502, noHeaders, page('Bad Gateway')],
		['redirected', 301, noHeaders, ''],
		['redirected', 200, noHeaders, page('Sign in')],
		['redirected', 404, noHeaders, page('Not Found')],
		['unexpected', 418, noHeaders, {}],
		['unexpected', 0, noHeaders, undefined],
	])('is %s for %d %j %j', (kind, status, headers, body) => {
		expect(recognise(status, headers, body)).toBe(kind);
	});

	it.each(Object.values(specifiedMessages))('is a rejection, whatever the status: %s', (message) => {
		for (const status of [200, 400, 403, 422, 500]) {
			expect(recognise(status, {}, { error: message })).toBe('rejected');
		}
		expect(recognise(400, {}, { detail: message.toUpperCase().replace(/\.$/, '') })).toBe('rejected');
	});

	it('has the messages of the specification word for word', () => {
		const messages = rowsAfter('## Errors').flatMap(([, response]) =>
			response.startsWith('message `') ? codesIn(response) : [],
		);
		expect(messages).toEqual(Object.values(specifiedMessages));
	});
});

describe('the seconds of Retry-After', () => {
	it('are read whatever the case of the header', () => {
		expect(retryAfterSeconds({ 'RETRY-AFTER': ' 5 ' })).toBe(5);
		expect(retryAfterSeconds({ 'Retry-After': '1.5' })).toBe(1.5);
		expect(retryAfterSeconds({ 'Retry-After': '-1' })).toBeUndefined();
		expect(retryAfterSeconds({})).toBeUndefined();
	});

	it('are those to a date, by the clock of the service', () => {
		const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
		const later = { 'Retry-After': 'Fri, 20 Nov 2026 11:00:00 GMT' };
		expect(retryAfterSeconds({ ...later, Date: date })).toBe(3600);
		expect(retryAfterSeconds({ 'Retry-After': date, Date: later['Retry-After'] })).toBe(0);
		expect(retryAfterSeconds({ ...later, Date: 'today' })).toBeUndefined();
		expect(retryAfterSeconds(later)).toBeUndefined();
	});
});
