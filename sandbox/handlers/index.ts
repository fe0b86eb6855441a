import type { Handlers } from '../world/call';
import { accountHandlers, savedFilterHandlers } from './account';
import { b2bEnrichmentHandlers, b2bEnrichmentNowHandlers } from './b2bEnrichment';
import { b2bFindHandlers, b2bSearchHandlers } from './b2bSearch';
import { chatAppHandlers } from './chatApp';
import { companyIntelHandlers, lookupHandlers } from './lookups';
import { layoutHandlers } from './layouts';
import { prospectingHandlers } from './prospecting';
import { autocompleteHandlers, filterReferenceHandlers, referenceListHandlers } from './reference';

/** All endpoints that the sandbox serves; those of the contract that are not here answer 501. */
export const handlers: Handlers = {
	...b2bSearchHandlers,
	...b2bFindHandlers,
	...b2bEnrichmentHandlers,
	...b2bEnrichmentNowHandlers,
	...lookupHandlers,
	...companyIntelHandlers,
	...prospectingHandlers,
	...layoutHandlers,
	...savedFilterHandlers,
	...chatAppHandlers,
	...autocompleteHandlers,
	...filterReferenceHandlers,
	...referenceListHandlers,
	...accountHandlers,
};
