import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Whether the pictures of the documents are made anew. */
export const SAVES = process.env.SAVE_SCREENSHOTS === '1';

const FOLDER = resolve(__dirname, '../../docs/images');
const MOST_BYTES = 250_000;

/** Messages that come and go, and what lies over a canvas. */
const IN_THE_WAY = [
	'.el-notification',
	'[data-test-id="floating-nodes"]',
	'[data-test-id^="execute-workflow-button"]',
	'[class*="_executionButtons_"]',
	'[data-test-id$="chat-button"]',
	'.vue-flow__controls',
	'[data-test-id="canvas-controls"]',
];

/** Puts what differs between machines into the words of the documents. */
const NEUTRAL = `(() => {
	const neutral = (text) => text
		.replace(/https?:\\/\\/(localhost|127\\.0\\.0\\.1):\\d+\\/v1/g, 'https://api.company.com/v1')
		.replace(/https?:\\/\\/(localhost|127\\.0\\.0\\.1):\\d+/g, 'https://n8n.company.com')
		.replace(/\\b[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}\\b/g, '0f8c2a54-6b1d-4c3e-9a7f-2d5e8b901c34');
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const { currentNode } = walker;
		const text = neutral(currentNode.nodeValue);
		if (text !== currentNode.nodeValue) currentNode.nodeValue = text;
	}
	for (const input of document.querySelectorAll('input')) {
		if (input.type !== 'password' && input.value !== neutral(input.value)) input.value = neutral(input.value);
	}
})()`;

/** A part of the page, in pixels of the page. */
export interface Part {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/**
 * Takes a picture of a part of the page; with SAVE_SCREENSHOTS=1 it becomes one of the documents'.
 * @param name its file without extension, in the folder of pictures
 * @param height cuts off what is below, such as an empty rest of a panel
 */
export async function picture(page: Page, name: string, part: Locator, height?: number): Promise<void> {
	if (!SAVES) return;
	const box = await part.boundingBox();
	if (box === null) throw new Error(`There is nothing to take the picture ${name} of`);
	await pictureOf(page, name, { ...box, height: Math.min(box.height, height ?? box.height) }, 'png');
}

/**
 * Takes a picture of what lies within a rectangle of the page.
 * @param type jpeg for the large surfaces of a canvas, whose grid makes a png heavy
 */
export async function pictureOf(page: Page, name: string, clip: Part, type: 'png' | 'jpeg'): Promise<void> {
	if (!SAVES) return;
	await page.mouse.move(0, 0);
	await page.addStyleTag({ content: `${IN_THE_WAY.join(', ')} { display: none !important }` });
	await page.evaluate(NEUTRAL);
	const how = type === 'jpeg' ? { type, quality: 75, scale: 'css' as const } : { type };
	const bytes = await page.screenshot({ clip, ...how, animations: 'disabled', caret: 'hide' });
	if (bytes.length > MOST_BYTES) throw new Error(`The picture ${name} has ${bytes.length} bytes`);
	const file = join(FOLDER, `${name}.${type === 'png' ? 'png' : 'jpg'}`);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, bytes);
}
