import type { Refusal } from '../base/refusal';
import { spell } from '../base/http';
import type { Fault } from '../state/faults';
import type { Reply } from '../world/call';
import type { World } from '../world/world';

/** What goes over the wire; a reset connection answers nothing. */
export type Answer =
	| { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
	| 'reset';

export type WrittenAnswer = Exclude<Answer, 'reset'>;

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

/** An answer in JSON. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): WrittenAnswer => ({
	status,
	headers: { ...JSON_TYPE, ...headers },
	text: JSON.stringify(body),
});

/** A page, as servers answer where no interface is. */
export const page = (status: number, title: string): WrittenAnswer => ({
	status,
	headers: { 'Content-Type': 'text/html; charset=utf-8' },
	text: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

/** What a handler replied, in the live spelling. */
export const written = ({ status, body, headers }: Reply, world: World): WrittenAnswer =>
	json(status, spell(body, world.config.brandTerms), headers);

/** A mistake of the sandbox itself, kept for whoever develops it: the service shows nobody its inside. */
export function broken(error: Error, { requests }: World): WrittenAnswer {
	requests.mistakes.push(error);
	return json(500, { error: { code: 'sandbox', description: 'The sandbox has made a mistake.' } });
}

/** An error; some are answered in words alone. */
export const refused = ({ status, code, description, details, headers, asText }: Refusal): WrittenAnswer =>
	json(status, { error: asText ? description : { code, description, ...details } }, { ...headers });

/** Where a redirect leads when the fault does not say. */
const ELSEWHERE = 'https://elsewhere.example/';

/** Does the call get processed although the fault strikes? */
export const isProcessed = ({ kind, when }: Fault): boolean =>
	when === 'after' || kind === 'truncated' || kind === 'delay' || kind === 'forget';

/** What a fault makes of the answer; of no answer when the call was not processed. */
export function spoiled(fault: Fault, answer: WrittenAnswer | undefined): Answer {
	switch (fault.kind) {
		case 'refuse':
		case 'reset':
			return 'reset';
		case 'status': {
			const status = fault.status ?? 500;
			const body = fault.body ?? { error: { code: 'fault', description: `Fault ${status}` } };
			return typeof body === 'string'
				? { status, headers: { ...fault.headers }, text: body }
				: json(status, body, { ...fault.headers });
		}
		case 'html':
			return page(fault.status ?? 502, 'Bad Gateway');
		case 'empty':
			return { status: fault.status ?? 200, headers: { ...fault.headers }, text: '' };
		case 'redirect':
			return { status: fault.status ?? 302, headers: { Location: fault.location ?? ELSEWHERE }, text: '' };
		case 'truncated':
			return answer === undefined
				? 'reset'
				: { ...answer, text: answer.text.slice(0, answer.text.length >> 1) };
		case 'delay':
		case 'forget':
			return answer ?? 'reset';
	}
}
