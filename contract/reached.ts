import { endpoints } from './index';
import { notStated, repeatAfterLoss } from './model/billing';
import type { Endpoint } from './model/endpoint';

/** Which endpoint a call reaches that the user sends to another path than its own. */

/** A path without what makes no other path: escapes, and the slash at its end. */
function plain(path: string): string {
	try {
		const read = decodeURIComponent(path);
		return read.endsWith('/') ? read.slice(0, -1) : read;
	} catch {
		return path;
	}
}

/** Whether a path is that of an endpoint; any value may stand in the place of its placeholders. */
function isAt(endpoint: Endpoint, path: string): boolean {
	const [own, given] = [plain(endpoint.path).split('/'), plain(path).split('/')];
	return own.length === given.length && own.every((part, at) => part.startsWith('{') || part === given[at]);
}

/** The endpoint that a path belongs to; of several, whose price depends on the body, the one that is never repeated. */
export function endpointAt(method: Endpoint['method'], path: string): Endpoint | undefined {
	const found = Object.values<Endpoint>(endpoints).filter((one) => one.method === method && isAt(one, path));
	return found.find((one) => repeatAfterLoss(one) === 'never') ?? found[0];
}

/** The last one of each endpoint, so that what a run knows of it holds for all of its calls. */
const last = new WeakMap<Endpoint, { readonly path: string; readonly reached: Endpoint }>();

/**
 * An endpoint with the price and the repeat rule of another path. A call to a path that the contract does not have may
 * be charged, and is not repeated.
 */
export function reachedAt(endpoint: Endpoint, path: string): Endpoint {
	if (isAt(endpoint, path)) return endpoint;
	const before = last.get(endpoint);
	if (before?.path === path) return before.reached;
	const { wallet, billing, creates, idempotent, recordsIn, holdSeconds } = endpointAt(
		endpoint.method,
		path,
	) ?? {
		...endpoint,
		wallet: undefined,
		billing: notStated(),
		idempotent: undefined,
	};
	const reached = { ...endpoint, wallet, billing, creates, idempotent, recordsIn, holdSeconds };
	last.set(endpoint, { path, reached });
	return reached;
}

/**
 * The fields by which a body reaches another endpoint at the same path: those that only the other one has, and those
 * with another fixed value there, such as a free count's and a charged export's.
 */
export const fieldsOfOthers = ({ method, path, body }: Endpoint): string[] =>
	Object.values<Endpoint>(endpoints)
		.filter((other) => other.method === method && other.path === path)
		.flatMap((other) => Object.entries(other.body?.properties ?? {}))
		.filter(([name, theirs]) => {
			const own = body?.properties[name];
			return own === undefined || own.const !== theirs.const;
		})
		.map(([name]) => name);
