import { NodeOperationError } from 'n8n-workflow';

/** What a reader of user input gives, or the error that it is documented to end with; anything else is thrown. */
export function readOrRefused<T>(
	read: () => T,
): { readonly value: T } | { readonly error: NodeOperationError } {
	try {
		return { value: read() };
	} catch (error) {
		if (!(error instanceof NodeOperationError)) throw error;
		return { error };
	}
}
