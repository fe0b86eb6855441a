import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { WorkflowDraft } from '../../tools/host/rest/stored';
import { inBrowser, useEditor } from './useEditor';
import type { Workbench } from './workbench';

/** The examples as they are seen when they are opened. */

jest.setTimeout(180_000);

const FOLDER = resolve('examples');

inBrowser('the examples', 'no example is opened', () => {
	let bench: Workbench;

	useEditor((_stack, opened) => {
		bench = opened;
	});

	it.each(readdirSync(FOLDER))('%s is seen as a whole', async (file) => {
		const draft = JSON.parse(readFileSync(resolve(FOLDER, file), 'utf8')) as WorkflowDraft;
		await bench.workflow(draft);
		await bench.by('zoom-to-fit').click();
		const canvas = bench.page.locator('.vue-flow').first();
		const whole = await canvas.boundingBox();
		for (const { name } of draft.nodes) {
			const box = await bench.page.locator(`[data-node-name="${name}"]`).first().boundingBox();
			const isInside =
				whole !== null &&
				box !== null &&
				box.x >= whole.x &&
				box.y >= whole.y &&
				box.x + box.width <= whole.x + whole.width &&
				box.y + box.height <= whole.y + whole.height;
			expect([name, isInside]).toEqual([name, true]);
		}
	});
});
