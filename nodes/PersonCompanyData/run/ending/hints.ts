import countBy from 'lodash/countBy';
import sortBy from 'lodash/sortBy';
import upperFirst from 'lodash/upperFirst';

import { digits, some } from '../../../../core/base/text';
import type { Session } from '../../../../core/client/session';
import { outcomeOfProblem } from '../../../../core/output/items';
import type { RunResult } from '../../../../core/output/outcome';

export const STORE_FAILED =
	"n8n could not store what this run has output, so a later run may report records as sent before. See 'If Sent Before'.";

/** @param rows all rows, including invalid ones */
export function addHints(session: Session, rows: number, outcome: RunResult): void {
	const { repeated, returned, empty, unpaired } = session.usage.records;
	const counts = countsInWords(outcome);
	session.hint(upperFirst(`${counts}${counts && ': '}${session.usage.inWords()}.`), 'sum');
	if (empty > 0) {
		const were = some(empty, returned, 'record', ['was', 'were']);
		session.hint(`${were} charged but returned without details.`, 'cost');
	}
	if (unpaired > 0) {
		const has = 'no submitted identifier and';
		const are = some(unpaired, returned, 'record', [`contains ${has} is`, `contain ${has} are`]);
		session.hint(`${are} not paired with an input item.`);
	}
	if (repeated > 0) {
		const repeat = some(repeated, rows, 'row', ['repeats', 'repeat']);
		session.hint(`${repeat} a contact of another row, which is paid for once.`, 'info');
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
