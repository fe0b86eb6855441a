import type { IExecuteFunctions } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { clock } from '../base/clock';
import { ServiceFailure, type FailureKind } from './failure';
import { asInteger, asObject, asText } from '../base/json';

/** Failures by which the service blocks the account for hours. */
export const LIMITS: ReadonlySet<FailureKind> = new Set(['dailyLimit', 'monthlyLimit', 'limit']);

/** n8n tries a node again within seconds; whoever runs it later may have a higher limit by then. */
const REMEMBERED_MS = 120_000;

/** Keeps a block with the execution, so that n8n's next try of the node does not call a blocked service. */
export function rememberBlock(context: IExecuteFunctions, { kind, serviceText }: ServiceFailure): void {
	context.getContext('node').block = {
		kind,
		until: clock.now() + REMEMBERED_MS,
		...(serviceText !== undefined && { serviceText }),
	};
}

/** The block that an earlier try of the run has just met. */
export function blockOf(context: IExecuteFunctions): ServiceFailure | undefined {
	const block = asObject(context.getContext('node').block);
	if ((asInteger(block.until) ?? 0) <= clock.now()) return undefined;
	return new ServiceFailure({
		kind: block.kind as FailureKind,
		endpoint: endpoints.balance,
		serviceText: asText(block.serviceText),
	});
}
