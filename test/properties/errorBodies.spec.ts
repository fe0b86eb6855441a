import fc from 'fast-check';
import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { messagePlaces } from '../../contract/errors';
import { connect } from '../../core/client/connection';
import { toError } from '../../core/output/items';
import { ServiceFailure } from '../../core/client/failure';
import { purchaseCall, send } from '../../core/client/request';
import { attempt } from '../../core/base/async';
import { node } from '../support/fieldReading';
import { anyText, apiKey, cpfLike, hostileName, jsonWith, objectOf } from './arbitraries';
import { holds } from './holds';

const NAMES = [...messagePlaces.flatMap(({ path }) => path), 'code'];
const bodies = jsonWith(
	[...NAMES, 'cnpj'],
	['insufficient_credits', 'The quantity is wrong.', '{"error":"x"}', '<html>'],
);
/** n8n's side of a call: it is answered with what the service is said to have answered. */
const contextWith = (key: string, response: unknown): IExecuteFunctions =>
	({
		getNode: () => node,
		getCredentials: async () => await Promise.resolve({ apiKey: key, baseUrl: 'https://service.example/v1' }),
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async () => {
				if (response instanceof Error) throw response;
				return await Promise.resolve(response);
			},
		},
	}) as unknown as IExecuteFunctions;

const failureOf = async (
	key: string,
	response: Partial<IN8nHttpFullResponse> | Error,
): Promise<ServiceFailure> => {
	const context = contextWith(key, response);
	const sent = await attempt(
		send(
			context,
			await connect(context),
			purchaseCall({ endpoint: endpoints.personGet, query: { cpf: '1' } }),
		),
	);
	if (sent.ok || !(sent.error instanceof ServiceFailure))
		throw new Error('The call did not fail as documented.');
	return sent.error;
};

/** All that n8n would show, store or log of a failure. */
const shown = (failure: ServiceFailure): string => {
	const { message, description, context, messages } = toError(node, { error: failure, items: [] });
	return JSON.stringify([failure, failure.message, failure.stack, message, description, context, messages]);
};

describe('a failed call tells neither key nor CPF', () => {
	const forms = {
		described: (secret) => ({ error: { description: `Unknown ${secret}, sorry` } }),
		named: (secret) => ({ [secret]: ['is invalid'] }),
		coded: (secret) => ({ error: { code: secret } }),
		listed: (secret) => [[`No ${secret}`]],
		plain: (secret) => `Not found: ${secret}`,
		page: (secret) => `<html><title>${secret}</title><p>${secret}</p></html>`,
		textual: (secret) => JSON.stringify({ message: `a ${secret}` }),
		late: (secret) => ({ detail: `${'x'.repeat(495)} ${secret}` }),
	} satisfies Record<string, (secret: string) => unknown>;
	const form = fc.constantFrom(...(Object.keys(forms) as Array<keyof typeof forms>));

	holds(
		'whatever the answer is',
		apiKey,
		cpfLike,
		form,
		fc.integer({ min: 300, max: 599 }),
		fc.boolean(),
		async (key, cpf, shape, code, isText) => {
			const secret = isText ? key : cpf;
			const body = forms[shape](secret);
			const failure = await failureOf(key, { statusCode: code, headers: {}, body: JSON.stringify(body) });
			expect(shown(failure)).not.toContain(secret);
			expect(shown(failure)).not.toContain(secret.slice(0, 11));
		},
	);

	holds(
		'when the connection breaks off',
		apiKey,
		cpfLike,
		fc.constantFrom('ECONNRESET', 'ETIMEDOUT', 'ECONNREFUSED', 'EOTHER'),
		async (key, cpf, code) => {
			const error = Object.assign(new Error(`connect ${key} ${cpf}`), {
				code,
				config: { headers: { Authorization: `Token ${key}` } },
			});
			const failure = await failureOf(key, error);
			expect(shown(failure)).not.toContain(key);
			expect(shown(failure)).not.toContain(cpf);
		},
	);

	holds(
		'and always as a documented failure, whatever came',
		fc.integer({ min: 200, max: 599 }),
		fc.oneof(
			anyText,
			bodies.map((body) => JSON.stringify(body)),
		),
		hostileName,
		async (code, body, name) => {
			const context = contextWith('key', { statusCode: code, headers: objectOf([[name, 'x']]), body });
			const sent = await attempt(
				send(context, await connect(context), purchaseCall({ endpoint: endpoints.balance })),
			);
			const isJson = (() => {
				try {
					JSON.parse(body);
					return true;
				} catch {
					return false;
				}
			})();
			expect(sent.ok).toBe(code < 300 && isJson);
			if (!sent.ok) expect(sent.error).toBeInstanceOf(ServiceFailure);
		},
	);

	holds(
		'also of an answer of any depth',
		fc.integer({ min: 1, max: 10_000 }),
		fc.boolean(),
		async (depth, isList) => {
			const [open, close] = isList ? ['[', ']'] : ['{"a":', '}'];
			const body = `${open.repeat(depth)}1${close.repeat(depth)}`;
			expect((await failureOf('key', { statusCode: 400, headers: {}, body })).kind).toBe('rejected');
		},
	);
});
