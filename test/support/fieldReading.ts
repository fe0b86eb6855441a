import { NodeOperationError, type INode } from 'n8n-workflow';

import type { Where } from '../../core/form/field';

/** A node to blame errors on. */
export const node: INode = {
	id: 'node',
	name: 'Node',
	type: 'n8n-nodes-person-company-data.personCompanyData',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The third item's value of a field. */
export const where = (field: string): Where => ({ node, item: 2, field });

/** The error of a reader that must refuse. */
export function refusal(read: () => unknown): NodeOperationError {
	let outcome: unknown;
	try {
		outcome = { readAs: read() };
	} catch (error) {
		outcome = error;
	}
	expect(outcome).toBeInstanceOf(NodeOperationError);
	return outcome as NodeOperationError;
}
