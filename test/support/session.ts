import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../../core/client/connection';
import { Session, type RunLimits } from '../../core/client/session';

/**
 * The session of a run that asks n8n for nothing but who it is and what is kept with its execution.
 * @param state what is kept; the next attempt of the execution is given the same
 */
export const sessionOf = (
	limits: Partial<RunLimits> = {},
	state: IDataObject = {},
	more: Partial<IExecuteFunctions> = {},
): Session =>
	new Session(
		{
			getExecutionId: () => '1',
			getNode: () => ({ id: 'n', name: 'Node' }),
			getWorkflow: () => ({ id: 'w' }),
			getInstanceId: () => 'i',
			getMode: () => 'trigger',
			getExecutionCancelSignal: () => undefined,
			evaluateExpression: () => 0,
			getContext: () => state,
			...more,
		} as unknown as IExecuteFunctions,
		{} as Connection,
		{ concurrency: 1, requestsPerMinute: 0, ...limits },
	);
