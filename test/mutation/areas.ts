/** A part of the package, and the tests that are to notice whatever is changed in it. */
export interface Area {
	readonly name: string;
	/** In words, for the report. */
	readonly about: string;
	readonly files: readonly string[];
	/** Specs below `test` that need no n8n; those alone are run for each mutant, so they are few and quick. */
	readonly specs: readonly string[];
}

export const areas: readonly Area[] = [
	{
		name: 'documents',
		about: 'CPF, CNPJ, postal codes and phones',
		files: [
			'contract/input/document.ts',
			'contract/input/phone.ts',
			'contract/documents.ts',
			'nodes/PersonCompanyData/families/common/document.ts',
			'nodes/PersonCompanyData/resources/chatApp/number.ts',
		],
		specs: [
			'unit/contract/documents',
			'unit/contract/phones',
			'properties/documents',
			'unit/registry/document',
			'unit/chatApp/number',
		],
	},
	{
		name: 'prices',
		// Numbers are not changed: the specification's are held by `unit/contract/fields`.
		about: 'Prices, and what may be sent again, by the contract',
		files: ['contract/model/billing.ts', 'contract/reached.ts'],
		specs: ['unit/contract/billing', 'unit/contract/reached'],
	},
	{
		name: 'repeat',
		about: 'Whether and when a failed call is sent again',
		files: ['core/client/repeat.ts'],
		specs: ['unit/client/repeat', 'properties/money'],
	},
	{
		name: 'cost',
		about: 'What calls cost, and what an execution may still spend',
		files: ['core/client/cost.ts', 'core/client/tally.ts'],
		specs: ['unit/client/cost', 'unit/client/tally'],
	},
	{
		name: 'estimate',
		about: 'What a run would use, and what is left out for it',
		files: [
			'nodes/PersonCompanyData/run/cost.ts',
			'nodes/PersonCompanyData/run/estimate.ts',
			'nodes/PersonCompanyData/run/affordable.ts',
			'core/background/requests.ts',
		],
		specs: ['unit/run/estimate', 'unit/run/manyRows', 'unit/background/requests'],
	},
	{
		name: 'pages',
		about: 'The pages of lists and searches',
		files: [
			'core/output/pagedList.ts',
			'nodes/PersonCompanyData/families/search/pages.ts',
			'nodes/PersonCompanyData/families/search/place.ts',
			'nodes/PersonCompanyData/families/search/given.ts',
		],
		specs: ['unit/output/pagedList', 'unit/search/pages'],
	},
	{
		name: 'journal',
		about: 'The journal of charged work',
		files: [
			'core/once/journal.ts',
			'core/once/claims.ts',
			'core/once/dates.ts',
			'core/once/store.ts',
			'core/once/sentWork.ts',
			'core/once/inProcess.ts',
			'core/once/hiddenEntries.ts',
		],
		specs: [
			'unit/once/journal',
			'unit/once/claims',
			'unit/once/dates',
			'unit/once/store',
			'unit/once/sentWork',
			'unit/once/inProcess',
		],
	},
	{
		name: 'once',
		about: 'Asking and submitting at most once, and the balance',
		files: [
			'core/once/askOnce.ts',
			'core/once/submit.ts',
			'core/once/syncCall.ts',
			'core/once/refusals.ts',
			'core/once/balance.ts',
		],
		specs: ['unit/once/askOnce', 'unit/once/submit', 'unit/once/syncCall', 'unit/once/balance'],
	},
	{
		name: 'batches',
		about: 'Batches: submitting, waiting and collecting',
		files: [
			'core/background/batch.ts',
			'core/background/batchStatus.ts',
			'core/background/batchWait.ts',
			'core/background/collectBatch.ts',
			'core/background/link.ts',
			'core/background/poll.ts',
			'core/background/statusParts.ts',
		],
		specs: [
			'unit/background/batch',
			'unit/background/batchStatus',
			'unit/background/batchWait',
			'unit/background/link',
			'unit/background/collectBatch',
			'unit/background/poll',
		],
	},
	{
		name: 'events',
		about: 'Events of the service: reading, confirming and passing on',
		files: [
			'nodes/PersonCompanyDataTrigger/event.ts',
			'nodes/PersonCompanyDataTrigger/seenEvents.ts',
			'nodes/PersonCompanyDataTrigger/confirm.ts',
			'nodes/PersonCompanyDataTrigger/unconfirmed.ts',
			'nodes/PersonCompanyDataTrigger/startingItems.ts',
			'nodes/PersonCompanyDataTrigger/receive.ts',
			'nodes/PersonCompanyDataTrigger/withResult.ts',
			'nodes/PersonCompanyDataTrigger/allowedAddresses.ts',
		],
		specs: ['unit/trigger/*'],
	},
];
