import type { BillingRule, Free, Repeatable, Wallet } from './billing';
import type { Assumption, ObjectSchema, Schema, ValueOf } from './schema';

/** The section of the specification that describes an endpoint. */
export type Section = 'b2b' | 'prospecting' | 'chatApp' | 'auxiliary' | 'other' | 'beyondSpecification';

/**
 * One way to call the service. Two entries may share a method and path when the body decides the price
 * (count and export, search and find).
 */
export interface Endpoint extends Repeatable {
	readonly method: 'GET' | 'POST';
	/**
	 * The path below the base URL exactly as sent, trailing slash included, with placeholders in braces. The
	 * specification shows paths with and without the slash; the choice is an assumption (client, several). A
	 * wrong slash causes a redirect.
	 */
	readonly path: string;
	readonly section: Section;
	readonly purpose: string;
	/** The credit balance that is charged; absent when the call is free or the balance is unknown. */
	readonly wallet?: Wallet;
	readonly billing: BillingRule;
	/** What the call is for, in words, where none was charged in any measurement although it may be. */
	readonly freeSoFar?: string;
	readonly pathParameters?: ObjectSchema;
	readonly query?: ObjectSchema;
	readonly headers?: ObjectSchema;
	readonly body?: ObjectSchema;
	/** Further forms in which the service takes the body; this package sends the first. */
	readonly otherBodies?: readonly ObjectSchema[];
	/** Responses by status. Readers are tolerant: any response field may be missing. */
	readonly responses: Readonly<Record<number, Schema>>;
	/** Headers of successful responses that callers read. */
	readonly responseHeaders?: ObjectSchema;
	/** Assumptions about the endpoint as a whole; a field carries its own. */
	readonly assumed?: Assumption;
	/**
	 * The body field that gives the number of charged records: the length of a list or the value of a number.
	 * Absent: one record. `file`: the records are in a file and not counted here.
	 */
	readonly recordsIn?: string;
	/** The server may hold the call for this many seconds before it responds. */
	readonly holdSeconds?: number;
	/** A result endpoint: 400 may mean that the result is not ready yet (assumed: measured). */
	readonly mayBePending?: boolean;
	/** The body's filters identify the search, so they are sent in a stable order (credit rule 2). */
	readonly stableOrder?: boolean;
}

export type FreeEndpoint = Endpoint & { readonly billing: Free };

/** Declares an endpoint and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

export type BodyOf<E extends Endpoint> = E extends { readonly body: infer B } ? ValueOf<B> : never;
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Q } ? ValueOf<Q> : never;
