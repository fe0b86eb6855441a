import { NodeOperationError, type INode } from 'n8n-workflow';

import type { Where } from '../../../nodes/PersonCompanyData/core/field';

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
	let value: unknown;
	try {
		value = read();
	} catch (error) {
		if (error instanceof NodeOperationError) return error;
		throw error;
	}
	throw new Error(`It was not refused but read as ${JSON.stringify(value)}`);
}
