import type { Fault } from '../state/faults';
import { json, page, type Answer, type WrittenAnswer } from './answers';

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
