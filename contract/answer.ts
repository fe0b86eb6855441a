import { carriesError, saysFailed, saysWords } from './reason';

/** How the answers of the service are wrapped, and how one with status 200 reports a failure instead of a result. */

/** Fields that may hold the data of a response (assumed: several; the specification shows the first and second). */
export const WRAPPERS = ['dados', 'data', 'results', 'resultados', 'result', 'resultado'] as const;

/** Fields that say something about a response; its data has others (guesses, but for those of the search). */
const ABOUT = new Set([
	...['status', 'status_code', 'statusCode', 'state', 'success', 'sucesso', 'code', 'codigo', 'timestamp', 'path'],
	...['error', 'erro', 'errors', 'erros', 'message', 'mensagem', 'msg', 'detail', 'description', 'motivo', 'reason'],
	...['count', 'total', 'page', 'pagina', 'per_page', 'por_pagina', 'next', 'previous', 'chave_cache', 'request_id'],
]);

/** Whether a field says something about the response that it is in, and is not data. */
export const isAboutAnswer = (name: string): boolean => ABOUT.has(name);

type Fields = Readonly<Record<string, unknown>>;

/** Wrappers within wrappers that are looked into. */
const DEEPEST = 5;

const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isWrapper = (name: string): boolean => (WRAPPERS as readonly string[]).includes(name);

/** Whether a response, or a part of it, holds anything but words about itself. */
function holdsData(value: unknown, depth = 0): boolean {
	if (value === null || value === undefined || value === '' || value === false) return false;
	if (Array.isArray(value)) return value.some((entry) => holdsData(entry, depth));
	if (!isFields(value)) return true;
	return Object.entries(value).some(([name, inner]) => {
		if (isWrapper(name) && depth < DEEPEST) return holdsData(inner, depth + 1);
		return !isAboutAnswer(name) && isFilled(inner);
	});
}

const isFilled = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: value !== undefined && value !== null && value !== '';

/** The objects in which a response may say that it failed: itself, and what its wrappers hold. */
function* speakers(body: unknown, depth = 0): Generator<Fields> {
	if (Array.isArray(body) && body.length === 1) yield* speakers(body[0], depth + 1);
	if (!isFields(body) || depth > DEEPEST) return;
	yield body;
	for (const name of WRAPPERS) yield* speakers(body[name], depth + 1);
}

/** Codes such as `insufficient_credits`, and those of HTTP. */
const isErrorCode = (code: unknown): boolean =>
	typeof code === 'string' && /^[a-z]+(_[a-z]+)+$/i.test(code) ? true : Number(code) >= 400;

/** Whether an object says that something failed, or has words and nothing that says that it succeeded. */
function reports(said: Fields): boolean {
	const { status, code = said.codigo ?? said.status_code ?? said.statusCode } = said;
	if (carriesError(said) || saysFailed(status) || isErrorCode(code) || Number(status) >= 400) return true;
	const mayHaveSucceeded = said.success === true || said.sucesso === true || isFilled(status) || isFilled(code);
	return !mayHaveSucceeded && saysWords(said);
}

/**
 * Whether a response with status 200 reports a failure instead of a result: it says so and holds no data. One with
 * data is a result, whatever it says beside it.
 */
export function reportsFailure(body: unknown): boolean {
	if (holdsData(body)) return false;
	for (const said of speakers(body)) if (reports(said)) return true;
	return false;
}
