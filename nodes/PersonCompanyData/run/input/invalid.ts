import groupBy from 'lodash/groupBy';
import { NodeOperationError, type INode } from 'n8n-workflow';

import { operationError } from '../../../../core/base/errors';
import { withoutPersonalData } from '../../../../core/base/redact';
import { digits, rowOf, some } from '../../../../core/base/text';
import { NOTHING_SENT } from '../../../../core/form/field';
import { toError } from '../../../../core/output/items';
import type { Problem } from '../../../../core/output/outcome';

const MOST_ROWS = 10;
const MOST_MESSAGES = 10;

function rowsIn(problems: readonly Problem[]): string {
	const rows = problems.flatMap(({ items }) => items.map(rowOf)).sort((a, b) => a - b);
	const more = rows.length > MOST_ROWS ? `, and ${digits(rows.length - MOST_ROWS)} more` : '';
	return `${rows.length === 1 ? 'Row' : 'Rows'} ${rows.slice(0, MOST_ROWS).join(', ')}${more}`;
}

/**
 * One error for all invalid rows, with ways to go on without them.
 * @param rows all rows, including valid ones
 */
export function invalidInput(node: INode, problems: readonly Problem[], rows: number): Error {
	const [first] = problems;
	// n8n's own errors point to their expression.
	if (first.items.length === rows || !(first.error instanceof NodeOperationError))
		return toError(node, first);
	const groups = Object.values(groupBy(problems, ({ error }) => error.message));
	const messages = groups
		.slice(0, MOST_MESSAGES)
		.map((group) => `${rowsIn(group)}: ${withoutPersonalData(group[0].error.message)}`);
	const others = groups.slice(MOST_MESSAGES).flat();
	if (others.length > 0) messages.push(`${rowsIn(others)}: not valid for other reasons`);
	const count = new Set(problems.flatMap(({ items }) => items)).size;
	return operationError(node, `${some(count, rows, 'row')} not valid`, {
		description: [
			...messages.map((message) => `${message}.`),
			(first.error.description ?? '').replace(NOTHING_SENT, 'Nothing was sent.'),
			"To continue without these rows, set 'On Error' to 'Continue' in Settings.",
		].join(' '),
	});
}
