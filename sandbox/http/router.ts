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
	readonly method: string;
	readonly pattern: RegExp;
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
	/** By method and path. */
	private readonly places = new Map<string, Place>();

	constructor(brandTerms: BrandTerms) {
		for (const [name, { method, path }] of Object.entries(endpoints)) {
			for (const spelled of new Set([path, wirePath(path, brandTerms)])) {
				const key = `${method} ${spelled}`;
				const pattern = new RegExp(`^${spelled.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
				const place = this.places.get(key) ?? { method, pattern, names: [] };
				place.names.push(name as EndpointName);
				this.places.set(key, place);
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

	private match(method: string, path: string): Route | undefined {
		const exact = this.places.get(`${method} ${path}`);
		for (const place of exact === undefined ? this.places.values() : [exact]) {
			const found = place.method === method ? place.pattern.exec(path) : null;
			if (found === null) continue;
			const values = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)] as const);
			if (values.some(([, value]) => value === undefined)) continue;
			return {
				kind: 'found',
				names: place.names,
				path: Object.fromEntries(values) as Record<string, string>,
			};
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
