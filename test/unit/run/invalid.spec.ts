import type { INode, NodeOperationError } from 'n8n-workflow';

import { inputError } from '../../../core/form/field';
import { invalidInput } from '../../../nodes/PersonCompanyData/run/prepare';

/** One error for all rows that are not valid. */

const node = { name: 'Node', type: 'n', parameters: {} } as unknown as INode;
const problem = (item: number, text: string, advice?: string) => ({
	items: [item],
	error: inputError({ node, item, field: 'CNPJ' }, text, advice),
});
const told = (problems: Array<ReturnType<typeof problem>>, rows = 5): NodeOperationError =>
	invalidInput(node, problems, rows) as NodeOperationError;

it('names all rows, counted from 1, with their values', () => {
	const { message, description, context } = told([
		problem(1, '"1234567890123" is not valid'),
		problem(3, 'is empty'),
		problem(4, 'is empty'),
	]);
	expect(message).toBe('3 of 5 rows are not valid');
	expect(description).toMatch(
		/^Row 2: 'CNPJ' "\*\*\*" is not valid\. Row 4: 'CNPJ' is empty\. Row 5: 'CNPJ' is empty\. /,
	);
	// n8n would add a number counted from 0.
	expect(context.itemIndex).toBeUndefined();
});

it('says what to enter, and how to go on without these rows', () => {
	const problems = [
		problem(1, 'is not valid', 'Check its digits.'),
		problem(2, 'is not valid', 'Check its digits.'),
	];
	expect(told(problems).description).toBe(
		"Row 2: 'CNPJ' is not valid. Row 3: 'CNPJ' is not valid. Check its digits. Nothing was sent. To continue without these rows, set 'On Error' to 'Continue' in Settings.",
	);
});

it('is short, however many there are', () => {
	const problems = Array.from({ length: 5000 }, (_, item) => problem(item, 'is empty'));
	const { message, description } = told(problems, 9000);
	expect(message).toBe('5,000 of 9,000 rows are not valid');
	expect(description).toMatch(/^Row 1: 'CNPJ' is empty\. .* Row 10: 'CNPJ' is empty\. And 4,990 others\. /);
});

it('leaves the one row of a run as it is, and shows no CPF', () => {
	const alone = problem(0, 'is empty', 'Enter it.');
	expect(told([alone], 1)).toBe(alone.error);
	expect(told([problem(1, '"529.982.247-25" is not valid')]).description).not.toContain('529');
});
