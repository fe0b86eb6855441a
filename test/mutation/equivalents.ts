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
		file: 'contract/documents.ts',
		line: ".map((word) => word.replace(/(cpf|cnpj)s$/, '$1'))",
		was: '/(cpf|cnpj)s$/',
		becomes: '/(cpf|cnpj)s/',
		reason: 'A word that goes on after the plural is no name of a document with or without its s.',
	},
	{
		file: 'contract/documents.ts',
		line: 'if (!MAY_BE_DOCUMENT.test(name)) return value;',
		was: '!MAY_BE_DOCUMENT.test(name)',
		becomes: 'false',
		reason: 'It only saves the closer look, which finds no document in such a name either.',
	},
	{
		file: 'nodes/PersonCompanyData/resources/chatApp/number.ts',
		line: "return flag ?? STATES[asText(answer.status)?.toUpperCase() ?? ''] ?? null;",
		was: "''",
		becomes: '"Stryker was here!"',
		reason: 'Any text that is no state does.',
	},
	{
		file: 'nodes/PersonCompanyData/run/affordable.ts',
		line: 'const costs: CostsOf = (item) => due.get(item) ?? [];',
		was: '[]',
		becomes: '["Stryker was here"]',
		reason: 'It is asked only of items that stand there; the type does not know that.',
	},
	{
		file: 'nodes/PersonCompanyData/run/cost.ts',
		line: 'isKnownKey: IsKnownKey = () => false,',
		was: '() => false',
		becomes: '() => undefined',
		reason: 'As good as false.',
	},
	{
		file: 'nodes/PersonCompanyData/run/cost.ts',
		line: 'if (recordsIn !== undefined && recordsIn in body) return [{ wallet, credits: mostCredits(charged, body) }];',
		was: 'recordsIn !== undefined',
		becomes: 'true',
		reason: 'No body has a field that is called undefined; the type wants it.',
	},
	{
		file: 'nodes/PersonCompanyData/run/affordable.ts',
		line: 'if (!budget.isLimited) return { fit: items, left: [] };',
		was: '!budget.isLimited',
		becomes: 'false',
		reason: 'It only saves a look at each item: without a limit, all of them fit.',
	},
	{
		file: 'nodes/PersonCompanyData/run/affordable.ts',
		line: 'if (creditsAtMost !== undefined && creditsAtMost <= creditsLeft) return { fit: items, left: [] };',
		was: 'creditsAtMost !== undefined',
		becomes: 'true',
		reason: 'What is undefined is not at most a number either; the type wants it.',
	},
	{
		file: 'nodes/PersonCompanyData/run/affordable.ts',
		line: "ifAboveMaxCredits === 'fitting' ? await fitting(costs, items, creditsLeft) : { fit: [], rest: items };",
		was: '[]',
		becomes: '["Stryker was here"]',
		reason: 'What is sent are the items that are not left out; one that is no item costs nothing.',
	},
	{
		file: 'nodes/PersonCompanyData/run/affordable.ts',
		line: 'if (least === undefined || creditsAtMost === 0) return undefined;',
		was: 'least === undefined',
		becomes: 'false',
		reason:
			'Without Minimum Balance, every product has enough, and a cost that is not known is left out before; the type wants it.',
	},
	{
		file: 'core/client/cost.ts',
		line: 'return number !== undefined && number >= 0 ? number : undefined;',
		was: 'number !== undefined',
		becomes: 'true',
		reason: 'What is undefined is not at least 0 either; the type wants it.',
	},
	{
		file: 'core/once/claims.ts',
		line: "const isLeft = (unit: string): boolean => ['retried', 'known'].includes(findings.get(unit) ?? '');",
		was: "''",
		becomes: '"Stryker was here!"',
		reason: 'Each unit has a finding by then; the type does not know that.',
	},
	{
		file: 'core/once/claims.ts',
		line: 'if (sent?.isReleased) {',
		was: 'sent?.isReleased',
		becomes: 'sent.isReleased',
		reason: 'Each unit that was looked at has an answer; the type does not know that.',
	},
	{
		file: 'core/once/claims.ts',
		line: "} else if (sent?.isRecent) findings.set(unit, 'openRecently');",
		was: 'sent?.isRecent',
		becomes: 'sent.isRecent',
		reason: 'Each unit that was looked at has an answer; the type does not know that.',
	},
	{
		file: 'core/once/store.ts',
		line: "const node = scope === 'node' ? context.getNode().id : '';",
		was: "''",
		becomes: '"Stryker was here!"',
		reason: 'Any text does that is the same for all nodes.',
	},
	{
		file: 'core/once/hiddenEntries.ts',
		line: 'return new Set(processed.flatMap((hash) => byHash.get(String(hash)) ?? []));',
		was: '[]',
		becomes: '["Stryker was here"]',
		reason: 'n8n returns only what it was asked for; the type does not know that.',
	},
	{
		file: 'core/once/sentWork.ts',
		line: 'const hashesIn = ({ units }: SentWork): string[] => units.match(HASHES) ?? [];',
		was: '[]',
		becomes: '["Stryker was here"]',
		reason: 'No unit has such a hash.',
	},
	{
		file: 'core/once/sentWork.ts',
		line: 'for (const unit of one?.units ?? []) byHash.delete(hashOf(unit));',
		was: '[]',
		becomes: '["Stryker was here"]',
		reason: 'No unit is called so.',
	},
];
