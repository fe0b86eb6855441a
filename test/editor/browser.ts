import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

import type { Login } from '../../tools/host/rest/session';
import { SAVES } from './picture';

/** The browser of the system; `undefined` when there is none. */
export const findBrowser = (): string | undefined =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
		.find((path) => existsSync(path));

/** What is found by n8n's own test marks. */
export const byMark = (page: Page, mark: string) => page.locator(`[data-test-id="${mark}"]`);

/** Starts the browser without a window. */
export const launch = async (executablePath: string): Promise<Browser> =>
	await chromium.launch({
		executablePath,
		args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});

/** A page of the editor, signed in. */
export async function signIn(browser: Browser, url: string, { email, password }: Login): Promise<Page> {
	// Pictures for the documents are smaller, and sharp: they are read at the width of a text.
	const page = await browser.newPage(
		SAVES
			? { viewport: { width: 1240, height: 860 }, deviceScaleFactor: 2, colorScheme: 'light' }
			: { viewport: { width: 1500, height: 1000 } },
	);
	page.setDefaultTimeout(60_000);
	await page.goto(`${url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"], input[type="email"]', email);
	await page.fill('input[type="password"]', password);
	await page.keyboard.press('Enter');
	await page.waitForURL((address) => !address.pathname.includes('signin'));
	return page;
}
