import { entry, figureTable, list, table, withSections } from '../../tools/text/markdown';

describe('a Markdown table', () => {
	it('keeps its cells in one line', () => {
		expect(table(['A'], [['x | y\nz']])).toBe('| A |\n| --- |\n| x \\| y z |');
	});

	it('has figures to the right', () => {
		expect(figureTable(['a', 'b'], [['1', 2]])).toBe('| a | b |\n| --- | ---: |\n| 1 | 2 |');
	});
});

it('a list has an entry in each line', () => {
	expect(list([entry('A', 'x\ny'), 'z'])).toBe('- **A**: x y\n- z');
});

it('replaces only the generated sections', () => {
	const text =
		'a <!-- generated: endpoints -->old<!-- /generated --> b <!-- generated: other -->c<!-- /generated -->';
	expect(withSections(text, { endpoints: 'new $& text' })).toBe(
		'a <!-- generated: endpoints -->\n\nnew $& text\n\n<!-- /generated --> b <!-- generated: other -->c<!-- /generated -->',
	);
});
