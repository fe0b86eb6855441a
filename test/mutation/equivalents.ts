/** A mutant that no test can notice, because nothing that anybody sees depends on it. */
export interface Equivalent {
	readonly file: string;
	/** The line on which it begins, as it stands there. */
	readonly line: string;
	/** What is changed in it. */
	readonly was: string;
	/** What then stands there. */
	readonly becomes: string;
	readonly reason: string;
}

/** Kept beside the code, so that nothing that ships speaks of mutants. */
export const equivalents: readonly Equivalent[] = [
	{
		file: 'nodes/PersonCompanyData/run/affordable.ts',
		line: 'const charges: ChargesOf = (item) => due.get(item) ?? [];',
		was: '[]',
		becomes: '["Stryker was here"]',
		reason: 'It is asked only of items that stand there; the type does not know that.',
	},
	{
		file: 'nodes/PersonCompanyData/run/affordable.ts',
		line: 'if (!budget.isLimited) return { fit: items, left: [] };',
		was: '!budget.isLimited',
		becomes: 'false',
		reason: 'It only saves a look at each item: without a limit, all of them fit.',
	},
	{
		file: 'core/client/cost.ts',
		line: 'return number !== undefined && number >= 0 ? number : undefined;',
		was: 'number !== undefined',
		becomes: 'true',
		reason: 'What is undefined is not at least 0 either; the type wants it.',
	},
	{
		file: 'core/purchase/entries.ts',
		line: "const node = scope === 'node' ? context.getNode().id : '';",
		was: "''",
		becomes: '"Stryker was here!"',
		reason: 'Any text does that is the same for all nodes.',
	},
	{
		file: 'core/purchase/entries.ts',
		line: 'return new Set(processed.flatMap((hash) => byHash.get(String(hash)) ?? []));',
		was: '[]',
		becomes: '["Stryker was here"]',
		reason: 'n8n returns only what it was asked for; the type does not know that.',
	},
	{
		file: 'nodes/PersonCompanyDataTrigger/confirm.ts',
		line: "const saysFailed = ({ kind, serviceText = '' }: ServiceFailure): boolean =>",
		was: "''",
		becomes: '"Stryker was here!"',
		reason: 'Any text does that does not speak of a failure.',
	},
	{
		file: 'nodes/PersonCompanyDataTrigger/startingItems.ts',
		line: "purpose: 'events',",
		was: "'events'",
		becomes: '""',
		reason: 'Any name does that no other purpose has.',
	},
	{
		file: 'nodes/PersonCompanyDataTrigger/startingItems.ts',
		line: "const outputs = await presented(service.session, toOutputs(read.value, [], 'drop'), view);",
		was: '[]',
		becomes: '["Stryker was here"]',
		reason: 'What starts a workflow comes from no item.',
	},
	{
		file: 'core/purchase/askOnce.ts',
		line: 'if (earlier !== undefined && earlier.turn !== turn) {',
		was: 'earlier.turn !== turn',
		becomes: 'true',
		reason: 'Within a turn, calls that are the same share their reply anyway, and each is counted as saved.',
	},
	{
		file: 'core/purchase/refusals.ts',
		line: "(!isUncharged(error) || (error.phase === 'rejected' && (error.status ?? 200) < 300));",
		was: '(error.status ?? 200) < 300',
		becomes: '(error.status ?? 200) <= 300',
		reason: 'Status 300 is a redirect, which is no rejection.',
	},
	{
		file: 'core/purchase/submit.ts',
		line: "export const NO_ID = 'none';",
		was: "'none'",
		becomes: '""',
		reason: 'Any text does that is no ID of the service.',
	},
	{
		file: 'core/purchase/submit.ts',
		line: "return await session.once(fingerprint('submit', bought), async () => {",
		was: "'submit'",
		becomes: '""',
		reason: 'Any name does that nothing else of the run has.',
	},
	{
		file: 'core/background/collectBatch.ts',
		line: 'return contacts.filter(({ items }) => items.length > 0 && !items.some((item) => served.has(item)));',
		was: 'items.some((item) => served.has(item))',
		becomes: 'items.every(item => served.has(item))',
		reason: 'The items of a contact are output all together, or none of them.',
	},
	{
		file: 'nodes/PersonCompanyDataTrigger/event.ts',
		line: 'word !== undefined && Object.hasOwn(vocabulary, word);',
		was: 'word !== undefined',
		becomes: 'true',
		reason: 'No word is called undefined; the type wants it.',
	},
	{
		file: 'nodes/PersonCompanyDataTrigger/event.ts',
		line: "const id = asText(job_id) ?? '';",
		was: "''",
		becomes: '"Stryker was here!"',
		reason: 'Any text does that is no ID.',
	},
];
