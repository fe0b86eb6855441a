import countBy from 'lodash/countBy';
import sortBy from 'lodash/sortBy';
import upperFirst from 'lodash/upperFirst';

import { digits, some } from '../../../../core/base/text';
import type { Session } from '../../../../core/client/session';
import { outcomeOfProblem } from '../../../../core/output/items';
import type { RunResult } from '../../../../core/output/result';

export const STORE_FAILED =
	"n8n could not store what this run has output, so a later run may report records as sent before. See 'If Sent Before'.";

export function addHints(session: Session, result: RunResult): void {
	const { outputs } = result;
	const records = outputs.filter(({ json }) => json.outcome !== 'missing').length;
	const empty = outputs.filter(({ json }) => json.outcome === 'empty').length;
	const unpaired = outputs.filter(({ items }) => items.length === 0).length;
	const counts = countsInWords(result);
	session.hint(upperFirst(`${counts}${counts && ': '}${session.usage.inWords()}.`), 'sum');
	if (empty > 0) {
		const came = some(empty, records, 'record', ['came', 'came']);
		session.hint(`${came} back without details: charged in a batch, not by Enrich Now.`, 'cost');
	}
	if (unpaired > 0) {
		const has = 'no submitted identifier and';
		const are = some(unpaired, records, 'record', [`contains ${has} is`, `contain ${has} are`]);
		session.hint(`${are} not paired with an input item.`);
	}
}

/** Such as `3 enriched, 1 not found`: rows by what stands in their field `outcome`. */
function countsInWords({ outputs, problems, suspension }: RunResult): string {
	const outcomes = [
		...outputs.map(({ json, items }) => ({ outcome: json.outcome, items })),
		...problems.map((problem) => ({ outcome: outcomeOfProblem(problem), items: problem.items })),
		...(suspension?.contacts ?? []).map(({ item }) => ({ outcome: 'waiting', items: [item] })),
	].flatMap(({ outcome, items }) => Array<unknown>(Math.max(1, items.length)).fill(outcome));
	const counts = countBy(outcomes.filter((outcome) => typeof outcome === 'string'));
	return sortBy(Object.entries(counts), ([, count]) => -count)
		.map(([outcome, count]) => `${digits(count)} ${outcome}`)
		.join(', ');
}
