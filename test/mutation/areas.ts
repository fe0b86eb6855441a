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
			'nodes/PersonCompanyData/shared/document.ts',
			'nodes/PersonCompanyData/operations/chatApp/number.ts',
		],
		specs: ['unit/contract/phones', 'properties/documents', 'unit/registry/document', 'unit/chatApp/number'],
	},
	{
		name: 'prices',
		// Numbers are not changed: the specification's are held by `unit/contract/fields`.
		about: 'Prices, and what may be sent again, by the contract',
		files: ['contract/model/billing.ts'],
		specs: ['unit/contract/billing'],
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
		files: ['core/client/cost.ts', 'core/client/usage.ts'],
		specs: ['unit/client/cost', 'unit/client/usage'],
	},
	{
		name: 'estimate',
		about: 'What a run would use, and what is left out for it',
		files: ['nodes/PersonCompanyData/run/cost.ts', 'nodes/PersonCompanyData/run/affordable.ts'],
		specs: ['unit/run/estimate', 'unit/run/manyRows'],
	},
	{
		name: 'pages',
		about: 'The pages of lists and searches',
		files: ['core/output/pagedList.ts', 'core/search/page.ts', 'core/search/results.ts'],
		specs: ['unit/output/pagedList', 'properties/pages'],
	},
	{
		name: 'ledger',
		about: 'The ledger, the claims and the store of purchases',
		files: [
			'core/purchase/purchases.ts',
			'core/purchase/ledger.ts',
			'core/purchase/store.ts',
			'core/purchase/entries.ts',
		],
		specs: ['unit/purchase/stateTable', 'unit/purchase/ledger'],
	},
	{
		name: 'purchase',
		about: 'Asking and submitting at most once, and the balance',
		files: [
			'core/purchase/askOnce.ts',
			'core/purchase/submit.ts',
			'core/purchase/byKey.ts',
			'core/purchase/refusals.ts',
			'core/purchase/balance.ts',
		],
		specs: ['unit/purchase/askOnce', 'unit/purchase/submit', 'unit/purchase/byKey', 'unit/purchase/balance'],
	},
	{
		name: 'batches',
		about: 'Batches: submitting, waiting and collecting',
		files: [
			'core/background/batch.ts',
			'core/background/batchWait.ts',
			'core/background/collectBatch.ts',
			'core/read/answer.ts',
			'core/read/batch.ts',
			'core/read/match.ts',
			'core/background/poll.ts',
		],
		specs: [
			'unit/background/batch',
			'unit/read/answer',
			'unit/background/batchWait',
			'properties/pairing',
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
			'nodes/PersonCompanyDataTrigger/startingItems.ts',
			'nodes/PersonCompanyDataTrigger/receive.ts',
		],
		specs: ['unit/trigger/*'],
	},
];
