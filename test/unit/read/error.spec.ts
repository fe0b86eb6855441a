import { messageIn, reasonIn, failureIn } from '../../../core/read/error';

const page = (title: string): string =>
	`<!DOCTYPE html><html><head><title>${title}</title></head><body>x</body></html>`;

// Field notes, "Errors"; `erro` and `mensagem` of the specification's status record and acknowledgement.
it.each<[string, string, string | undefined]>([
	['error.description', '{"error":{"code":"a","description":"No credit"}}', 'No credit'],
	['error', '{"error":"No place"}', 'No place'],
	['detail', '{"detail":"Invalid token."}', 'Invalid token.'],
	['message', '{"message":"Slow down"}', 'Slow down'],
	['erro', '{"sucesso":false,"erro":"Devagar"}', 'Devagar'],
	['mensagem', '{"mensagem":"Devagar"}', 'Devagar'],
	['plain text', ' Bad\n request ', 'Bad request'],
	['the title of a page', page('Not Found'), 'Not Found'],
	['a page without a title', '<p>Gone</p>', 'Gone'],
	['another shape, as it came', '{"errors":[{"loc":["cnpj"]}]}', '{"errors":[{"loc":["cnpj"]}]}'],
	['broken JSON, as it came', '{"detail": "Inval', '{"detail": "Inval'],
	['nothing', ' ', undefined],
])('the message of an error response is read from %s', (_shape, text, expected) => {
	expect(messageIn(text)).toBe(expected);
});

it('is cut to a readable length, whatever it is', () => {
	expect(messageIn('x'.repeat(10_000))).toHaveLength(2000);
	expect(messageIn('['.repeat(10_000) + ']'.repeat(10_000))).toHaveLength(2000);
});

it.each([
	[{ erro: 'No data' }, 'No data'],
	[{ error: { description: 'No data', code: 7 } }, 'No data'],
	[{ message: 'No data' }, 'No data'],
	[{ erro: '', error: null, message: {} }, undefined],
])('a failed record says why: %j', (record, reason) => expect(reasonIn(record)).toBe(reason));

it.each<[boolean, unknown]>([
	[true, { sucesso: false, mensagem: 'x' }],
	[true, { error: 'x', data: null }],
	[true, { error: true }],
	[true, { status: 'error', message: 'x' }],
	[true, { detail: 'x' }],
	[false, { status: 'processing', message: 'x' }],
	[false, { success: true, message: 'x' }],
	[false, { cpf: '1', error: 'x' }],
	[false, { dados: [{ a: 1 }], error: 'x' }],
	[false, {}],
])('an answer with status 200 reports a failure: %s, %j', (expected, body) => {
	expect(failureIn(body) !== undefined).toBe(expected);
});
