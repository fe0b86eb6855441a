/** The parts of an OpenAPI 3.1 document that ours has. */

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Parameter {
	readonly name: string;
	readonly in: 'path' | 'query' | 'header';
	readonly required: boolean;
	readonly description?: string;
	readonly schema: JsonObject;
	readonly 'x-assumed'?: unknown;
}

export interface Operation {
	readonly operationId: string;
	readonly summary: string;
	readonly parameters?: readonly Parameter[];
	/** A schema of all query parameters together, which OpenAPI has no place for. */
	readonly 'x-query'?: JsonObject;
	readonly requestBody?: JsonObject;
	readonly responses: Readonly<Record<string, JsonObject>>;
	/** Rule and price in words, by the name of the way to call. */
	readonly 'x-billing': JsonObject;
	/** Whether a call whose answer was lost may be sent again, by the name of the way to call. */
	readonly 'x-repeat-after-lost-answer': Readonly<Record<string, string>>;
	readonly 'x-assumed'?: unknown;
}

export interface OpenApiDocument {
	readonly openapi: string;
	readonly info: JsonObject;
	readonly servers: readonly JsonObject[];
	readonly security: readonly JsonObject[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly webhooks: JsonObject;
	readonly components: JsonObject;
}
