import type { JsonObject } from '../document/types';
import { operationFacts, type OperationFacts } from './facts';
import { isObject } from './readDocument';

/** The operations of one document at one address, by method, and how their path is written. */
export interface Address {
	readonly operations: Map<string, OperationFacts>;
	/** Whether the path is written with a trailing slash; both when it is there in both ways. */
	readonly slashes: Set<boolean>;
}

/** The path of the base address, where a document names one. */
function basePath(document: JsonObject): string {
	if (typeof document.basePath === 'string') return document.basePath;
	const [server] = Array.isArray(document.servers) ? document.servers : [];
	const url = isObject(server) && typeof server.url === 'string' ? server.url : '';
	return url.replace(/^[a-z][a-z+.-]*:\/\/[^/]*|^\{[^}]*\}/i, '');
}

/** What stands after the version of the interface: `/v1` may belong to the base address or to the paths. */
const afterVersion = (path: string): string => path.replace(/^(?:\/[^/{}]+)*?\/v1(?=\/|$)/, '');

/** The operations of a document by address, spelt alike for all documents: no version, no slash, no names. */
export function endpointIndex(document: JsonObject): ReadonlyMap<string, Address> {
	const base = basePath(document);
	const prefix = /\/v1(\/|$)/.test(base) ? afterVersion(base).replace(/\/$/, '') : '';
	const index = new Map<string, Address>();
	for (const facts of operationFacts(document)) {
		const path = `${prefix}${afterVersion(facts.path)}`;
		const key = path.replace(/\/$/, '').replace(/\{[^}]*\}/g, '{}');
		const address = index.get(key) ?? { operations: new Map(), slashes: new Set() };
		address.slashes.add(path.endsWith('/'));
		address.operations.set(facts.method, { ...facts, path });
		index.set(key, address);
	}
	return index;
}
