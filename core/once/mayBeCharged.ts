import { isCharged } from '../../contract/model/billing';
import { isUncharged, ServiceFailure } from '../client/failure';
import { UncertainCall } from '../client/service';
import { UncertainSubmission } from './submitOnce';

/** Whether it is not known if what failed was charged: no answer came to something that has a price. */
export const mayBeCharged = (error: Error): boolean =>
	error instanceof UncertainCall ||
	error instanceof UncertainSubmission ||
	(error instanceof ServiceFailure && isCharged(error.endpoint.billing) && !isUncharged(error));
