import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../../support/harness';

/** Runs List: Enrich with these rows. */
export const enrichList = async (
	sandbox: Sandbox,
	items: readonly IDataObject[],
	more: Partial<NodeRun> = {},
): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'list',
		operation: 'enrichList',
		items,
		...more,
	});

/** Rows of a list, each with a contact of some kind. */
export const values = (...contacts: unknown[]): IDataObject[] =>
	contacts.map((contact) => ({ contact }) as IDataObject);
