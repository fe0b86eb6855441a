import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

import type { N8n } from './n8n';

/** The browser of the system; `undefined` where there is none. */
export const browserPath = (process.env.PATH ?? '')
	.split(delimiter)
	.flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
	.find((path) => existsSync(path));

/** Starts the browser without a window. */
export const launchBrowser = async (): Promise<Browser> =>
	await chromium.launch({
		executablePath: browserPath,
		args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});

/** Opens a page that is signed in, by the login that the client has: n8n refuses logins when there are many. */
export async function signedIn(
	browser: Browser,
	{ url, client }: N8n,
	look: Parameters<Browser['newPage']>[0],
): Promise<Page> {
	const page = await browser.newPage(look);
	page.setDefaultTimeout(60_000);
	const [name, value] = client.key.split('=');
	await page.context().addCookies([{ name, value, url }]);
	return page;
}
