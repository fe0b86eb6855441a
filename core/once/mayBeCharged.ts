import { isCharged } from '../../contract/model/billing';
import { isUncharged, ServiceFailure } from '../client/failure';
import { UncertainCall } from '../client/service';
import { UncertainSubmission } from './submitOnce';

/** Whether a failed call may have been charged: it has a price and got no response. */
export const mayBeCharged = (error: Error): boolean =>
	error instanceof UncertainCall ||
	error instanceof UncertainSubmission ||
	(error instanceof ServiceFailure && isCharged(error.endpoint.billing) && !isUncharged(error));
