import { NodeOperationError, type INode } from 'n8n-workflow';

import { operationError } from '../../../../core/base/errors';
import { withoutPersonalData } from '../../../../core/base/redact';
import { plural, rowOf, some } from '../../../../core/base/text';
import { NOTHING_SENT } from '../../../../core/form/field';
import { toError } from '../../../../core/output/items';
import type { Problem } from '../../../../core/output/result';

const MOST_LISTED = 10;

/**
 * One error for all invalid rows, with a way to go on without them.
 * @param rows all rows, including valid ones
 */
export function invalidInput(node: INode, problems: readonly Problem[], rows: number): Error {
	const [first] = problems;
	// n8n's own errors point to their expression.
	if (first.items.length === rows || !(first.error instanceof NodeOperationError))
		return toError(node, first);
	const listed = problems
		.slice(0, MOST_LISTED)
		.map(({ items: [item], error }) => `Row ${rowOf(item)}: ${withoutPersonalData(error.message)}.`);
	const others = problems.length - listed.length;
	if (others > 0) listed.push(`And ${plural(others, 'other')}.`);
	return operationError(node, `${some(problems.length, rows, 'row')} not valid`, {
		description: [
			...listed,
			(first.error.description ?? '').replace(NOTHING_SENT, 'Nothing was sent.'),
			"To continue without these rows, set 'On Error' to 'Continue' in Settings.",
		].join(' '),
	});
}
