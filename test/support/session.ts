import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../../core/client/connection';
import { Session, type RunLimits } from '../../core/client/session';
import { EntrySets } from './entrySets';

/**
 * The session of a run that sends nothing.
 * @param state what is kept with the execution; its next attempt is given the same
 */
export const sessionOf = (
	limits: Partial<RunLimits> = {},
	state: IDataObject = {},
	more: Partial<IExecuteFunctions> = {},
): Session =>
	new Session({ ...new EntrySets().context({ state }), ...more }, {} as Connection, {
		concurrency: 1,
		requestsPerMinute: 0,
		...limits,
	});
