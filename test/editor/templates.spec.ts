import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { readExample } from '../support/examples';
import { type Part, pictureOf } from './picture';
import { inBrowser, useEditor } from './useEditor';
import { start } from './workbench';

/** The examples as they are seen when they are opened; with SAVE_SCREENSHOTS=1 their pictures are made anew. */

const FOLDER = resolve('examples');

/** Room for what stands outside of a node: a mark beside it, its name and subtitle below. */
const [BESIDE, BELOW] = [40, 64];

/** The part of the page that holds all of them. */
function around(boxes: readonly Part[]): Part {
	const x = Math.min(...boxes.map((box) => box.x)) - BESIDE;
	const y = Math.min(...boxes.map((box) => box.y)) - BESIDE;
	return {
		x,
		y,
		width: Math.max(...boxes.map((box) => box.x + box.width)) + BESIDE - x,
		height: Math.max(...boxes.map((box) => box.y + box.height)) + BELOW - y,
	};
}

inBrowser('the examples', () => {
	const bench = useEditor();

	it.each(['README.md', 'docs/examples.md', 'docs/pt-BR/examples.md', 'docs/pt-BR/enrich-a-list.md'])(
		'%s names the way by which they are imported',
		async (document) => {
			const [, menu = '', entry = ''] =
				/\*\*⋯ > ([^>*]+) > ([^>*]+)\*\*/.exec(readFileSync(resolve(document), 'utf8')) ?? [];
			await bench.workflow({ nodes: [start], connections: {} });
			await bench.by('workflow-menu').locator('visible=true').first().click();
			const item = (name: string) => bench.page.getByRole('menuitem', { name, exact: true });
			await item(menu).hover();
			const chosen = bench.page.waitForEvent('filechooser');
			await item(entry).click();
			expect(await chosen).toBeDefined();
		},
	);

	it.each(readdirSync(FOLDER))('%s is seen as a whole', async (file) => {
		const draft = readExample(file.replace(/\.json$/, ''));
		await bench.workflow(draft);
		await bench.by('zoom-to-fit').click();
		const boxes: Part[] = [];
		for (const { name } of draft.nodes) {
			const box = await bench.page.locator(`[data-node-name="${name}"]`).first().boundingBox();
			if (box !== null) boxes.push(box);
		}
		expect(boxes).toHaveLength(draft.nodes.length);
		await pictureOf(bench.page, `examples/${file.replace(/\.json$/, '')}`, around(boxes), 'jpeg');
	});
});
