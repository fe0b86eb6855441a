import type { INode, NodeOperationError } from 'n8n-workflow';

import { inputError } from '../../../core/form/field';
import { invalidInput } from '../../../nodes/PersonCompanyData/run/input/invalid';

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
	expect(description).toMatch(/^Row 2: 'CNPJ' "\*\*\*" is not valid\. Rows 4, 5: 'CNPJ' is empty\. /);
	// n8n would add a number counted from 0.
	expect(context.itemIndex).toBeUndefined();
});

it('says what to enter, and how to go on without these rows', () => {
	const problems = [
		problem(1, 'is not valid', 'Check its digits.'),
		problem(2, 'is not valid', 'Check its digits.'),
	];
	expect(told(problems).description).toBe(
		"Rows 2, 3: 'CNPJ' is not valid. Check its digits. Nothing was sent. To continue without these rows, set 'On Error' to 'Continue' in Settings.",
	);
});

it('is short, however many there are', () => {
	const same = Array.from({ length: 5000 }, (_, item) => problem(item, 'is empty'));
	const { message, description } = told(same, 9000);
	expect(message).toBe('5,000 of 9,000 rows are not valid');
	expect(description).toContain("Rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 4,990 more: 'CNPJ' is empty.");
	const different = Array.from({ length: 50 }, (_, item) => problem(item, `"AB${item}" is not valid`));
	const others = told(different, 50).description;
	expect(others).toContain('Row 10: \'CNPJ\' "AB9" is not valid. Rows 11, 12, ');
	expect(others).toContain('20, and 30 more: not valid for other reasons.');
});

it('leaves the one row of a run as it is, and shows no CPF', () => {
	const alone = problem(0, 'is empty', 'Enter it.');
	expect(told([alone], 1)).toBe(alone.error);
	expect(told([problem(1, '"529.982.247-25" is not valid')]).description).not.toContain('529');
});
