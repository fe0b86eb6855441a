import type { Handlers } from '../call';
import { accountHandlers } from './account';
import { autocompleteHandlers } from './autocomplete';
import { b2bEnrichmentHandlers } from './b2bEnrichment';
import { b2bEnrichmentNowHandlers } from './b2bEnrichmentNow';
import { b2bFindHandlers } from './b2bFind';
import { b2bSearchHandlers } from './b2bSearch';
import { chatAppHandlers } from './chatApp';
import { companyIntelHandlers } from './companyIntel';
import { filterReferenceHandlers } from './filterReference';
import { layoutHandlers } from './layouts';
import { lookupHandlers } from './lookups';
import { prospectingHandlers } from './prospecting';
import { referenceListHandlers } from './referenceLists';
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
