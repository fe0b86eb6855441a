import type { Handlers } from '../world/call';
import { accountHandlers } from './account';
import { b2bEnrichmentHandlers } from './b2b/enrichment';
import { b2bEnrichmentNowHandlers } from './b2b/enrichmentNow';
import { b2bFindHandlers } from './b2b/find';
import { b2bSearchHandlers } from './b2b/search';
import { chatAppHandlers } from './chatApp';
import { companyIntelHandlers } from './companyIntel';
import { layoutHandlers } from './layouts';
import { lookupHandlers } from './lookups';
import { prospectingHandlers } from './prospecting';
import { autocompleteHandlers } from './reference/autocomplete';
import { filterReferenceHandlers } from './reference/filterReference';
import { referenceListHandlers } from './reference/referenceLists';
import { savedFilterHandlers } from './savedFilters';

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
