import { type EndpointName, endpoints } from '../../contract';
import { type BrandTerms, wireName, wirePath } from '../../contract/brandTerms';

/** Where the base address ends. */
export const BASE_PATH = '/v1';

/** What a method and a path lead to. */
export type Route =
	| { readonly kind: 'found'; readonly names: readonly EndpointName[]; readonly path: Record<string, string> }
	| { readonly kind: 'redirect'; readonly location: string }
	| { readonly kind: 'wrongMethod' }
	| { readonly kind: 'notFound' };

interface Place {
	readonly pattern: RegExp;
	readonly parameters: readonly string[];
	readonly names: EndpointName[];
}

const otherSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** The text of a segment; `undefined` when its escapes are broken. */
function decoded(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return undefined;
	}
}

/** Leads calls to the endpoints of the contract, by the exact path; the other slash is redirected. */
export class Router {
	private readonly places = new Map<string, Place>();

	constructor(brandTerms: BrandTerms) {
		for (const [name, { method, path }] of Object.entries(endpoints)) {
			for (const spelled of new Set([path, wirePath(path, brandTerms)])) {
				this.place(method, spelled).names.push(name as EndpointName);
			}
		}
	}

	find(method: string, path: string): Route {
		if (!path.startsWith(`${BASE_PATH}/`)) return { kind: 'notFound' };
		const below = path.slice(BASE_PATH.length);
		const found = this.match(method, below);
		if (found !== undefined) return found;
		if (this.match(method, otherSlash(below)) !== undefined) {
			return { kind: 'redirect', location: otherSlash(path) };
		}
		const isKnown = ['GET', 'POST'].some((other) => this.match(other, below) !== undefined);
		return { kind: isKnown ? 'wrongMethod' : 'notFound' };
	}

	private place(method: string, path: string): Place {
		const key = `${method} ${path}`;
		const known = this.places.get(key);
		if (known !== undefined) return known;
		const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
		const place = { pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`), parameters, names: [] };
		this.places.set(key, place);
		return place;
	}

	private match(method: string, path: string): Route | undefined {
		const exact = this.places.get(`${method} ${path}`);
		if (exact !== undefined && exact.parameters.length === 0) {
			return { kind: 'found', names: exact.names, path: {} };
		}
		for (const [key, { pattern, parameters, names }] of this.places) {
			if (parameters.length === 0 || !key.startsWith(`${method} `)) continue;
			const values = pattern.exec(path)?.slice(1).map(decoded);
			if (values === undefined || values.includes(undefined)) continue;
			const entries = parameters.map((parameter, i) => [parameter, values[i]]);
			return { kind: 'found', names, path: Object.fromEntries(entries) as Record<string, string> };
		}
		return undefined;
	}
}

type Body = Readonly<Record<string, unknown>>;

/** Endpoints that share method and path with another one, and the bodies that mean them. */
const meant: Partial<Record<EndpointName, (body: Body, brandTerms: BrandTerms) => boolean>> = {
	personJob: ({ export: exports }) => exports === true,
	companyJob: ({ export: exports }) => exports === true,
	b2bCompanyFind: (body, brandTerms) =>
		['document', 'url_social', wireName('url_social', brandTerms)].some((name) => name in body),
};

/** The endpoint that a body means, of those at one path. */
export function selectEndpoint(
	names: readonly EndpointName[],
	body: Body,
	brandTerms: BrandTerms,
): EndpointName {
	// The single-person enrichment takes up to 10,000 contacts, too.
	if (names[0] === 'b2bPersonEnrich' && 'contatos' in body) return 'b2bPersonEnrichBatch';
	return (
		names.find((name) => meant[name]?.(body, brandTerms)) ??
		names.find((name) => meant[name] === undefined) ??
		names[0]
	);
}
