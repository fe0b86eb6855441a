import type { Assumption } from './model/schema';

export type ErrorKind =
	| 'unauthorized'
	| 'noCredit'
	| 'notReleased'
	| 'notFound'
	| 'rejected'
	| 'noSlot'
	| 'dailyLimit'
	| 'monthlyLimit'
	/** A limit that the response does not identify as daily or monthly. */
	| 'limit'
	/** The result is not ready yet; only for result endpoints. */
	| 'pending'
	| 'serverError'
	/** A response with status 200 that reports a failure. */
	| 'reported'
	/** Wrong base URL: a redirect or a web page instead of data. */
	| 'redirected'
	| 'unexpected';

export const specifiedMessages = {
	noLocale: 'You must select at least one locale filter.',
	jobFields: 'the quantity, name and some location are required fields when export is True.',
	neighborhoodForm: 'The format sent is not valid.',
} as const;

/** In order of lookup; the specification does not show the shape. HTML pages and plain text occur too. */
export const messagePlaces: readonly { readonly path: readonly string[]; readonly assumed: Assumption }[] = [
	{ path: ['error', 'description'], assumed: { sources: ['several'] } },
	{ path: ['error'], assumed: { sources: ['several'] } },
	{ path: ['detail'], assumed: { sources: ['several'] } },
	{ path: ['message'], assumed: { sources: ['several'] } },
	{ path: ['erro'], assumed: { sources: ['guess'], note: 'as in the status of a batch' } },
	{ path: ['mensagem'], assumed: { sources: ['guess'], note: 'as in the acknowledgement of a batch' } },
];

/** A web page comes from something in front of the service. */
export const isHtml = (text: string): boolean => /^\s*</.test(text);

/** A `Retry-After` up to this means no free slot, a longer one a block (guess; slots send 5). */
const LONGEST_SLOT_WAIT_SECONDS = 60;

/** All given conditions must match. */
export interface Situation {
	readonly kind: ErrorKind;
	/** Inclusive; absent if the status is unknown. */
	readonly statuses?: readonly [lowest: number, highest: number];
	/** Matches the raw response: its message, or its code. */
	readonly pattern?: RegExp;
	readonly shortWait?: true;
	readonly page?: true;
	/** Absent if specified. */
	readonly assumed?: Assumption;
}

const only = (status: number): readonly [number, number] => [status, status];
const exactly = (message: string): RegExp => new RegExp(message.replace(/\./g, '\\.?').trim(), 'i');

/** Work is not done yet (one message was seen, in English; the others are guesses). */
export const NOT_READY =
	/not (been )?(done|finished|ready)|not completed? yet|still (running|processing)|(ainda )?não (está |foi )?(conclu[ií]|finaliz|pront|termin)|em (processamento|andamento)/i;

/** From most to least specific; the first match wins. */
export const situations: readonly Situation[] = [
	{
		kind: 'noCredit',
		pattern: /insufficient[_ ]credits?/i,
		assumed: { sources: ['several', 'one'], note: 'the code also comes with statuses other than 402' },
	},
	...Object.values(specifiedMessages).map((message): Situation => ({
		kind: 'rejected',
		pattern: exactly(message),
		assumed: { sources: ['guess'], note: 'the message is specified, its status is not' },
	})),
	{ kind: 'redirected', statuses: [300, 399], assumed: { sources: ['several'] } },
	{ kind: 'redirected', statuses: only(404), page: true, assumed: { sources: ['several'] } },
	{ kind: 'unauthorized', statuses: only(401), assumed: { sources: ['several'] } },
	{ kind: 'noCredit', statuses: only(402), assumed: { sources: ['several'] } },
	{
		kind: 'notReleased',
		statuses: only(403),
		assumed: { sources: ['one'], note: 'seen with a wrong header, which this package never sends' },
	},
	{ kind: 'notReleased', statuses: only(406), assumed: { sources: ['one'] } },
	{ kind: 'notFound', statuses: only(404) },
	{
		kind: 'pending',
		statuses: only(400),
		pattern: NOT_READY,
		assumed: { sources: ['measured'], note: 'one message was seen, in English; the others are guesses' },
	},
	{ kind: 'rejected', statuses: only(400) },
	{ kind: 'rejected', statuses: only(422), assumed: { sources: ['guess'] } },
	{
		kind: 'monthlyLimit',
		statuses: only(429),
		pattern: /monthly|(per|this|next) (month|period)|mensa(l|is)|(por|neste|no|próximo) (mês|período)/i,
		assumed: { sources: ['guess'], note: 'the status is specified, the message is not' },
	},
	{
		kind: 'dailyLimit',
		statuses: only(429),
		pattern: /daily|(per|a) day|tomorrow|diári[oa]s?|(por|ao) dia|amanhã|24[ -]?h/i,
		assumed: { sources: ['guess'], note: 'the status is specified, the message is not' },
	},
	{ kind: 'noSlot', statuses: only(429), shortWait: true },
	{ kind: 'limit', statuses: only(429) },
	{ kind: 'serverError', statuses: [500, 599], assumed: { sources: ['guess'] } },
	{ kind: 'reported', statuses: [200, 299], assumed: { sources: ['guess'] } },
];

/** `undefined` if absent or not in seconds. Header names are lower case. */
export function retryAfterSeconds(headers: Readonly<Record<string, string | undefined>>): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
	return Number.isFinite(seconds) ? seconds : undefined;
}

/** @param text the raw response */
export function recognize(
	status: number,
	headers: Readonly<Record<string, string | undefined>>,
	text: string,
): ErrorKind {
	const wait = retryAfterSeconds(headers);
	const fits = (situation: Situation): boolean =>
		(situation.statuses === undefined ||
			(status >= situation.statuses[0] && status <= situation.statuses[1])) &&
		(situation.pattern === undefined || situation.pattern.test(text)) &&
		(situation.shortWait === undefined || (wait !== undefined && wait <= LONGEST_SLOT_WAIT_SECONDS)) &&
		(situation.page === undefined || isHtml(text));
	return situations.find(fits)?.kind ?? 'unexpected';
}
