import { textOf } from './errorBody';

/** Names under which a record or job says that it failed, and why. */
const ERROR_NAMES = ['erro', 'error', 'errors', 'erros'];
const REASON_NAMES = [...ERROR_NAMES, 'detail', 'mensagem', 'message', 'motivo', 'reason', 'description'];

/** Why a record, batch or job failed, in the service's words, whatever their shape. */
export function reasonIn(record: Readonly<Record<string, unknown>>): string | undefined {
	for (const name of REASON_NAMES) {
		const text = textOf(record[name]);
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Whether a record or job carries an error, or says that it did not succeed. */
export const carriesError = (record: Readonly<Record<string, unknown>>): boolean =>
	ERROR_NAMES.some((name) => record[name] === true || textOf(record[name]) !== undefined) ||
	record.sucesso === false ||
	record.success === false;

/** Whether a status says that a record, batch or job failed (specified: `failed` and `error`; guessed: the others). */
export const saysFailed = (status: unknown): boolean =>
	typeof status === 'string' && /^\s*(fail(ed|ure)?|error(ed)?|erro|falh(a|ou|ado))\s*$/i.test(status);
