import type { IDataObject, INode } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { credentialFor, runNode, type NodeResult } from '../../support/harness';

/** Runs an operation of one resource. */
export type Run = (
	operation: string,
	parameters?: IDataObject,
	items?: readonly IDataObject[],
	settings?: Partial<INode>,
) => Promise<NodeResult>;

/**
 * How a spec runs operations: an item that fails goes to the error output, unless settings say otherwise.
 * @param sandbox the one of the spec, which is there once its tests begin
 */
export const runsOn =
	(sandbox: () => Sandbox) =>
	async (
		resource: string,
		...[operation, parameters, items, settings]: Parameters<Run>
	): Promise<NodeResult> =>
		await runNode({
			credential: credentialFor(sandbox()),
			resource,
			operation,
			parameters,
			items,
			settings: settings ?? { onError: 'continueErrorOutput' },
		});

/** The same for one resource. */
export const runsOf =
	(resource: string, sandbox: () => Sandbox): Run =>
	async (...wanted) =>
		await runsOn(sandbox)(resource, ...wanted);
