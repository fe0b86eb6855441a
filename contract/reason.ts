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
