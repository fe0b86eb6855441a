import { textOf } from './errorBody';

/** Names under which a record or job says that it failed, and why. */
const ERROR_NAMES = ['erro', 'error', 'errors', 'erros'];
const WORD_NAMES = ['detail', 'mensagem', 'message', 'msg', 'motivo', 'reason'];
const REASON_NAMES = [...ERROR_NAMES, ...WORD_NAMES, 'description'];

type Said = Readonly<Record<string, unknown>>;

/** Why a record, batch or job failed, in the service's words, whatever their shape. */
export function reasonIn(record: Said): string | undefined {
	for (const name of REASON_NAMES) {
		const text = textOf(record[name]);
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Whether a response or record says anything in words. */
export const saysWords = (record: Said): boolean =>
	WORD_NAMES.some((name) => textOf(record[name]) !== undefined);

/** Whether an error is one: a text, `true`, or an object with anything in it, such as a code. */
const isError = (error: unknown): boolean =>
	error === true ||
	textOf(error) !== undefined ||
	(typeof error === 'object' && error !== null && Object.keys(error).length > 0);

const isDenied = (success: unknown): boolean => success === false || success === 'false';

/** Whether a record or job carries an error, or says that it did not succeed. */
export const carriesError = (record: Said): boolean =>
	ERROR_NAMES.some((name) => isError(record[name])) || isDenied(record.sucesso) || isDenied(record.success);

/** Whether a status says that a record, batch or job failed (specified: `failed` and `error`; guessed: the others). */
export const saysFailed = (status: unknown): boolean =>
	typeof status === 'string' && /^\s*(fail(ed|ure)?|error(ed)?|erro|falh(a|ou|ado))\s*$/i.test(status);

const word = (status: string): string =>
	status
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.replace(/[\s_-]+/g, ' ')
		.trim();

/**
 * Whether a status says that work ended without a result (guesses). Only for what holds no data: a company, for
 * example, may be cancelled.
 */
export const saysNoResult = (status: unknown): boolean =>
	status === false ||
	saysFailed(status) ||
	(typeof status === 'string' &&
		/^(cancell?ed|cancelad[oa]|expired|expirad[oa]|reject(ed)?|rejeitad[oa]|refused|recusad[oa]|abort(ed)?|abortad[oa]|time ?d? ?out|invalid[oa]?|refund(ed)?|estornad[oa]|not found|nao encontrad[oa])$/i.test(
			word(status),
		));

/** Whether a status says that work is done (specified: `done` and `completed`; guessed: the others). */
export const saysDone = (status: unknown): boolean =>
	typeof status === 'string' &&
	/^(done|completed?|concluid[oa]|finished|finalizad[oa]|success|succeeded|sucesso|ready|pront[oa]|ok)$/i.test(
		word(status),
	);

/** Whether a status says that work goes on (specified: `processing` and `requested`; guessed: the others). */
export const saysRunning = (status: unknown): boolean =>
	typeof status === 'string' &&
	/^(requested|processing|pending|running|queued|waiting|started|created|new|in progress|em (andamento|processamento|execucao)|processando|pendente|aguardando|na fila|iniciad[oa]|solicitad[oa]|executando|gerando)$/i.test(
		word(status),
	);
