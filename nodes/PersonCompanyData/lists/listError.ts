import type { INode } from 'n8n-workflow';

import { ServiceFailure } from '../../../core/client/failure';
import { toNodeError } from '../../../core/output/nodeError';
import { standsForMs } from './listClient';

/** What n8n shows in place of a list that could not be loaded. */
export function toListError(node: INode, error: Error): Error {
	if (!(error instanceof ServiceFailure)) return error;
	const shown = toNodeError(node, error);
	const minutes = Math.round(standsForMs(error) / 60_000);
	shown.description = `${shown.description} To save requests it is asked for again after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} at the earliest.`;
	return shown;
}
