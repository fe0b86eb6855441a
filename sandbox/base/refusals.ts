import type { Assumption } from '../../contract/model/schema';

/** What of a call is not as the interface has it. */
export type WrongPart = 'path' | 'slash' | 'method' | 'key' | 'contentType' | 'pathValue' | 'field';

/** How a call is refused for one wrong part. */
export interface RefusedWith {
	readonly status: number;
	readonly assumed: Assumption;
}

/**
 * The status of a call that the service does not take, by what is wrong with it. The specification states 400
 * for one wrong call (a synchronous enrichment without identifier), and the messages of prospecting without
 * their status. Nothing that is refused is charged.
 */
export const refusals: Readonly<Record<WrongPart, RefusedWith>> = {
	path: { status: 404, assumed: { sources: ['several'], note: 'a web page' } },
	slash: {
		status: 301,
		assumed: { sources: ['several'], note: 'to the same path with or without the slash' },
	},
	method: { status: 405, assumed: { sources: ['guess'] } },
	key: { status: 401, assumed: { sources: ['several'] } },
	contentType: { status: 415, assumed: { sources: ['guess'], note: 'a body that is not called JSON' } },
	pathValue: { status: 404, assumed: { sources: ['guess'], note: 'as an ID that does not exist' } },
	field: {
		status: 400,
		assumed: {
			sources: ['documented', 'measured'],
			note: 'seen for a page size above the maximum; taken to hold for every wrong query parameter and body',
		},
	},
};
