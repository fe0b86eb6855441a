import type { BillingRule, Repeatable, Wallet } from './billing';
import type { Assumption, ObjectSchema, Schema, ValueOf } from './schema';

/** The parts of the specification that an endpoint stands in. */
export type Section = 'b2b' | 'prospecting' | 'chatApp' | 'auxiliary' | 'other' | 'beyondSpecification';

/**
 * One way to call the service. Two entries may share method and path when the body decides the price
 * (counting and exporting, searching and finding).
 */
export interface Endpoint extends Repeatable {
	readonly method: 'GET' | 'POST';
	/**
	 * The path below the base address exactly as it is sent, trailing slash included, with placeholders in
	 * braces. The specification shows paths both ways; the slash that is sent is an assumption (client,
	 * several): a wrong one is answered with a redirect.
	 */
	readonly path: string;
	readonly section: Section;
	readonly purpose: string;
	/** The purse that pays; absent when the call is free or nobody shows which one pays. */
	readonly wallet?: Wallet;
	readonly billing: BillingRule;
	readonly pathParameters?: ObjectSchema;
	readonly query?: ObjectSchema;
	readonly headers?: ObjectSchema;
	readonly body?: ObjectSchema;
	/** Answers by status. Readers stay tolerant: no field of an answer is relied upon to be there. */
	readonly responses: Readonly<Record<number, Schema>>;
	/** Headers of successful answers that callers read. */
	readonly responseHeaders?: ObjectSchema;
	/** Assumptions about the endpoint as a whole; those about a field stand at the field. */
	readonly assumed?: Assumption;
	/**
	 * The field of the body that tells how many records a call is charged for: a list counts its entries, a
	 * number itself. Absent: one. `file`: the records are in a file and not counted here.
	 */
	readonly recordsIn?: string;
	/** The server may hold the call for this many seconds before it answers. */
	readonly holdSeconds?: number;
	/** A result endpoint: 400 may mean that the result is not ready yet (assumed: measured). */
	readonly mayBePending?: boolean;
	/** The filters of the body identify the search and are sent in a stable order (credit rule 2). */
	readonly stableOrder?: boolean;
}

/** Declares an endpoint, keeping its literal types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** The request body of an endpoint. */
export type BodyOf<E extends Endpoint> = E extends { readonly body: infer B } ? ValueOf<B> : never;
/** The query of an endpoint. */
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Q } ? ValueOf<Q> : never;
