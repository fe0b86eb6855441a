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

/** Signs in to the editor in a new page. */
export async function signIn(
	browser: Browser,
	{ url, owner }: N8n,
	look: Parameters<Browser['newPage']>[0],
): Promise<Page> {
	const page = await browser.newPage(look);
	page.setDefaultTimeout(60_000);
	await page.goto(`${url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"], input[type="email"]', owner.email);
	await page.fill('input[type="password"]', owner.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((address) => !address.pathname.includes('signin'));
	return page;
}
