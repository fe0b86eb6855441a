import type { Free, Priced } from './billing';
import type { Assumption, ObjectSchema, Schema } from './schema';

/** Two endpoints may share a method and path if the body decides the price (count and export, search and find). */
export interface Endpoint extends Priced {
	readonly method: 'GET' | 'POST';
	/**
	 * Exactly as sent, with placeholders in braces. The specification shows paths with and without a trailing slash;
	 * the choice is an assumption (client, several). A wrong slash causes a redirect.
	 */
	readonly path: string;
	readonly isBeyondSpecification?: true;
	readonly purpose: string;
	/** The purpose in words, if the call was never charged in any measurement although it may be. */
	readonly freeSoFar?: string;
	readonly pathParameters?: ObjectSchema;
	readonly query?: ObjectSchema;
	readonly headers?: ObjectSchema;
	readonly body?: ObjectSchema;
	/** Other accepted forms; this package sends `body`. */
	readonly otherBodies?: readonly ObjectSchema[];
	/** By status. Any response field may be missing. */
	readonly responses: Readonly<Record<number, Schema>>;
	readonly responseHeaders?: ObjectSchema;
	/** About the endpoint as a whole; fields carry their own. */
	readonly assumed?: Assumption;
	/**
	 * The body field that gives the number of charged records: a list, or a number; one record if absent. `file`: the
	 * records are in a file and not counted here.
	 */
	readonly countedBy?: string;
	/** Maximum seconds that the server holds the call. */
	readonly holdSeconds?: number;
	/** A result endpoint: 400 may mean that the result is not ready yet (assumed: measured). */
	readonly mayBePending?: boolean;
}

export type FreeEndpoint = Endpoint & { readonly billing: Free };

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
