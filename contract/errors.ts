import { codeIn, isHtml, messageIn } from './errorBody';
import type { Assumption } from './model/schema';

export { codeIn, messageIn } from './errorBody';

/** What a failed call means to its caller. */
export type ErrorKind =
	| 'unauthorized'
	| 'noCredit'
	| 'notReleased'
	| 'notFound'
	| 'rejected'
	| 'noSlot'
	| 'dailyLimit'
	| 'monthlyLimit'
	/** A limit that the response does not name as daily or monthly. */
	| 'limit'
	/** The result is not ready yet; only a result endpoint can mean this. */
	| 'pending'
	| 'serverError'
	/** A response with status 200 that reports a failure instead of a result. */
	| 'reported'
	/** The URL is wrong: a redirect or a web page instead of data. */
	| 'redirected'
	| 'unexpected';

/** Messages that the specification quotes. */
export const specifiedMessages = {
	noLocale: 'You must select at least one locale filter.',
	jobFields: 'the quantity, name and some location are required fields when export is True.',
	neighborhoodForm: 'The format sent is not valid.',
} as const;

/** A `Retry-After` up to this means no free slot; a longer one means a block (guess; slots send 5). */
export const LONGEST_SLOT_WAIT_SECONDS = 60;

/** How a situation is recognized: all given conditions must match. */
export interface Situation {
	readonly kind: ErrorKind;
	/** Lowest and highest status; absent when the status is not known. */
	readonly statuses?: readonly [lowest: number, highest: number];
	readonly codes?: readonly string[];
	/** Matches the message or code of the response; patterns ignore case. */
	readonly pattern?: RegExp;
	/** The response says to retry shortly. */
	readonly shortWait?: true;
	/** The response is an HTML page. */
	readonly page?: true;
	/** Absent when the specification states it. */
	readonly assumed?: Assumption;
}

const only = (status: number): readonly [number, number] => [status, status];
const exactly = (message: string): RegExp => new RegExp(message.replace(/\./g, '\\.?').trim(), 'i');

/** Words that say that work is not done yet (one message was seen, in English; the others are guesses). */
export const NOT_READY =
	/not (been )?(done|finished|ready)|not completed? yet|still (running|processing)|(ainda )?não (está |foi )?(conclu[ií]|finaliz|pront|termin)|em (processamento|andamento)/i;

/** Situations from most to least specific; the first match wins. */
export const situations: readonly Situation[] = [
	{
		kind: 'noCredit',
		codes: ['insufficient_credits', 'insufficient_credit'],
		assumed: { sources: ['several', 'one'], note: 'the code also comes with statuses other than 402' },
	},
	...Object.values(specifiedMessages).map((message): Situation => ({
		kind: 'rejected',
		pattern: exactly(message),
		assumed: { sources: ['guess'], note: 'the message is specified, its status is not' },
	})),
	{ kind: 'redirected', statuses: [300, 399], assumed: { sources: ['several'] } },
	{ kind: 'redirected', statuses: [200, 299], page: true, assumed: { sources: ['several'] } },
	{ kind: 'redirected', statuses: only(404), page: true, assumed: { sources: ['several'] } },
	{ kind: 'unauthorized', statuses: only(401), assumed: { sources: ['several'] } },
	{
		kind: 'noCredit',
		statuses: only(402),
		assumed: { sources: ['several'] },
	},
	{
		kind: 'noCredit',
		statuses: [200, 428],
		pattern: /insufficient (credit|balance)|(cr[eé]ditos?|saldo) insuficientes?|sem (cr[eé]ditos?|saldo)/i,
		assumed: { sources: ['guess'], note: 'the messages are not shown' },
	},
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
	{
		kind: 'notFound',
		statuses: [200, 299],
		pattern:
			/\bnot found|\bno (results?|records?|match(es)?)\b|\bnenhum|n[ãa]o (foi )?encontrad|n[ãa]o localizad/i,
		assumed: { sources: ['guess'], note: 'a message instead of a result' },
	},
	{ kind: 'reported', statuses: [200, 299], assumed: { sources: ['guess'] } },
];

/** A header value by lower-case name, whatever the case of the header. */
function headerOf(headers: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
	const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
	return found === undefined ? undefined : headers[found];
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A time in a header; NaN when it is none. */
const dateIn = (value: string): number => (HTTP_DATE.test(value) ? Date.parse(value) : NaN);

/** Seconds to `Retry-After`, which may be a date by the service's own clock; `undefined` when it cannot be told. */
export function retryAfterSeconds(headers: Readonly<Record<string, string | undefined>>): number | undefined {
	const value = String(headerOf(headers, 'retry-after') ?? '').trim();
	const isNumber = /^\d+(\.\d+)?$/.test(value);
	const toDate = (dateIn(value) - dateIn(String(headerOf(headers, 'date') ?? '').trim())) / 1000;
	const seconds = isNumber ? Number(value) : Math.max(0, toDate);
	return Number.isFinite(seconds) ? seconds : undefined;
}

/** The kind of error that an error response reports. */
export function recognise(
	status: number,
	headers: Readonly<Record<string, string | undefined>>,
	body: unknown,
): ErrorKind {
	const code = codeIn(body);
	const words = `${code?.replace(/_/g, ' ') ?? ''} ${messageIn(body) ?? ''}`;
	const wait = retryAfterSeconds(headers);
	const fits = (situation: Situation): boolean =>
		(situation.statuses === undefined ||
			(status >= situation.statuses[0] && status <= situation.statuses[1])) &&
		(situation.codes === undefined || situation.codes.includes(code?.toLowerCase() ?? '')) &&
		(situation.pattern === undefined || situation.pattern.test(words)) &&
		(situation.shortWait === undefined || (wait !== undefined && wait <= LONGEST_SLOT_WAIT_SECONDS)) &&
		(situation.page === undefined || isHtml(body));
	return situations.find(fits)?.kind ?? 'unexpected';
}
