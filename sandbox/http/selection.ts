import type { EndpointName } from '../../contract';
import { wireName, type LiveNames } from '../../contract/liveNames';

type Body = Readonly<Record<string, unknown>>;

/** Endpoints that share method and path with another one, and the bodies that mean them. */
const meant: Partial<Record<EndpointName, (body: Body, words: LiveNames) => boolean>> = {
	personJob: ({ export: exports }) => exports === true,
	companyJob: ({ export: exports }) => exports === true,
	b2bCompanyFind: (body, words) =>
		['document', 'url_social', wireName('url_social', words)].some((name) => name in body),
};

/** The endpoint that a body means, of those at one path. */
export function selectEndpoint(names: readonly EndpointName[], body: Body, words: LiveNames): EndpointName {
	// The single-person enrichment takes up to 10,000 contacts, too.
	if (names[0] === 'b2bPersonEnrich' && 'contatos' in body) return 'b2bPersonEnrichBatch';
	return (
		names.find((name) => meant[name]?.(body, words)) ??
		names.find((name) => meant[name] === undefined) ??
		names[0]
	);
}
