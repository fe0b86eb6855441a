import { type EndpointName, endpoints } from '../../contract';
import { type BrandTerms, neutralNames } from '../../contract/brandTerms';

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
	readonly path: string;
	readonly pattern: RegExp;
	readonly names: EndpointName[];
}

const places: Place[] = [];
for (const [name, { method, path }] of Object.entries(endpoints) as Array<
	[EndpointName, (typeof endpoints)[EndpointName]]
>) {
	const known = places.find((place) => place.method === method && place.path === path);
	const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
	if (known === undefined) places.push({ method, path, pattern, names: [name] });
	else known.names.push(name);
}

const otherSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** The text of a segment; as it is when its escapes are broken. */
function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

/** Leads a call to the endpoints of the contract, by the exact path; the other slash is redirected. */
export function routeOf(method: string, path: string, { chatApp }: BrandTerms): Route {
	if (!path.startsWith(`${BASE_PATH}/`)) return { kind: 'notFound' };
	const segments = path.slice(BASE_PATH.length).split('/');
	const below = segments.map((own) => (own === chatApp ? neutralNames.chatApp : own)).join('/');
	const here = places.filter(({ pattern }) => pattern.test(below));
	const place = here.find((each) => each.method === method);
	if (place !== undefined) {
		const values = Object.entries(place.pattern.exec(below)?.groups ?? {});
		const found = Object.fromEntries(values.map(([name, text]) => [name, decoded(text)]));
		return { kind: 'found', names: place.names, path: found };
	}
	const isOther = places.some((each) => each.method === method && each.pattern.test(otherSlash(below)));
	if (isOther) return { kind: 'redirect', location: otherSlash(path) };
	return { kind: here.length > 0 ? 'wrongMethod' : 'notFound' };
}

type Body = Readonly<Record<string, unknown>>;

/** Endpoints that share method and path with another one, and the bodies that mean them. */
const meant: Partial<Record<EndpointName, (body: Body) => boolean>> = {
	personJob: ({ export: exports }) => exports === true,
	companyJob: ({ export: exports }) => exports === true,
	b2bCompanyFind: (body) => 'document' in body || 'url_social' in body,
};

/** The endpoint that a body means, of those at one path. */
export function selectEndpoint(names: readonly EndpointName[], body: Body): EndpointName {
	// The single-person enrichment takes up to 10,000 contacts, too.
	if (names[0] === 'b2bPersonEnrich' && 'contatos' in body) return 'b2bPersonEnrichBatch';
	return (
		names.find((name) => meant[name]?.(body)) ?? names.find((name) => meant[name] === undefined) ?? names[0]
	);
}
