import type { EndpointName, endpoints } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import type { ValueOf } from '../../contract/model/schema';
import type { LoggedRequest } from '../state/requestLog';
import type { World } from './world';

export type BodyOf<E extends Endpoint> = E extends { readonly body: infer B } ? ValueOf<B> : never;
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Q } ? ValueOf<Q> : never;

type Named<N extends EndpointName> = (typeof endpoints)[N];

/** A call that has passed authentication, limits and validation. */
export interface Call<N extends EndpointName = EndpointName> {
	readonly name: N;
	readonly endpoint: Endpoint;
	readonly world: World;
	/** Only fields that the contract knows, in the neutral spelling. */
	readonly body: BodyOf<Named<N>>;
	readonly query: QueryOf<Named<N>>;
	/** The placeholders of the path. */
	readonly path: Readonly<Record<string, string>>;
	readonly request: LoggedRequest;
}

/** An answer with another status than 200, or with headers. */
export class Reply {
	constructor(
		readonly status: number,
		readonly body: object,
		readonly headers: Readonly<Record<string, string>> = {},
	) {}
}

/** Serves one endpoint: gives the body of its answer, which is written as JSON. */
export type Handler<N extends EndpointName> = (call: Call<N>) => object | Promise<object>;

/** Handlers of some endpoints; each group of endpoints has a file with its own. */
export type Handlers = { readonly [N in EndpointName]?: Handler<N> };
