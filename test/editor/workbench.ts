import type { Browser, Locator, Page } from 'playwright-core';
import type { IDataObject } from 'n8n-workflow';

import { signedIn } from '../../tools/host/browser';
import type { WorkflowDraft } from '../../tools/host/rest/stored';
import type { Stack } from '../../tools/host/stack';
import { node } from '../support/workflowNodes';
import { SAVES } from './picture';

/** What a person does in n8n's editor, by what is seen there. */

/** A trigger that is pressed by hand. */
export const start = node('Start', 'manualTrigger');

/** The editor of one n8n; there is none before the first test. */
export class Workbench {
	page!: Page;
	stack!: Stack;

	/** Opens a page of the editor, signed in. */
	async signIn(browser: Browser): Promise<void> {
		// Pictures for the documents are smaller, and sharp: they are read at the width of a text.
		this.page = await signedIn(
			browser,
			this.stack.n8n,
			SAVES
				? { viewport: { width: 1240, height: 860 }, deviceScaleFactor: 2, colorScheme: 'light' }
				: { viewport: { width: 1500, height: 1000 } },
		);
	}

	/** What is found by n8n's own test marks. */
	by(mark: string): Locator {
		return this.page.locator(`[data-test-id="${mark}"]`);
	}

	/** The part of a node's form that belongs to a field. */
	field(name: string): Locator {
		return this.by(`parameter-input-${name}`);
	}

	get output(): Locator {
		return this.by('output-panel');
	}

	/** The middle of a node's panel. */
	get form(): Locator {
		return this.by('ndv')
			.locator('[data-test-id="node-parameters"]')
			.locator('xpath=ancestor::*[.//*[@data-test-id="tab-params"]][1]');
	}

	/** The window over everything else, such as that of a credential. */
	get dialog(): Locator {
		return this.by('credential-edit-dialog').locator(
			'xpath=ancestor-or-self::*[.//*[@data-test-id="credential-name"]][1]',
		);
	}

	/** Opens a new workflow; with a node's ID, at the panel of that node. */
	async workflow(draft: Omit<WorkflowDraft, 'name'>, node?: string): Promise<void> {
		const { id } = await this.stack.n8n.client.createWorkflow({ name: 'Leads', ...draft });
		await this.page.goto(`${this.stack.n8n.url}/workflow/${id}${node === undefined ? '' : `/${node}`}`);
		await this.by(node === undefined ? 'canvas-node' : 'ndv')
			.first()
			.waitFor();
	}

	/** Opens a new workflow whose trigger hands out one item. */
	async handingOut(json: IDataObject = {}): Promise<void> {
		await this.workflow({ nodes: [start], connections: {}, pinData: { Start: [{ json }] } });
	}

	/** Opens the panel of nodes behind the last node, and looks this package up. */
	async lookUp(): Promise<Locator> {
		await this.by('canvas-handle-plus').first().click();
		return await this.search();
	}

	/** Looks this package up in the panel of nodes. */
	async search(): Promise<Locator> {
		await this.by('node-creator-search-bar').fill('cnpj');
		return this.found;
	}

	/** The node and the trigger, which n8n shows as one. */
	private get found(): Locator {
		return this.by('item-iterator-item').filter({ hasText: 'Person and Company Data (Brazil' }).first();
	}

	/** Adds the node that was looked up, by one of its actions. */
	async pick(action: string): Promise<void> {
		await this.found.click();
		await this.page.getByText(action, { exact: true }).first().click();
		await this.by('ndv').waitFor();
	}

	/**
	 * Opens a field's list of choices. While the form is still loading, n8n draws it anew
	 * and closes what was opened: then it is opened again, as a person would.
	 */
	async openList(input: Locator): Promise<void> {
		const choices = this.by('rlc-search').or(this.by('rlc-item')).first();
		for (let tries = 1; ; tries++) {
			await input.click();
			try {
				return await choices.waitFor({ timeout: 10_000 });
			} catch (error) {
				if (tries === 3) throw error;
			}
		}
	}

	/** Runs the node whose panel is open. */
	async execute(): Promise<void> {
		await this.by('node-execute-button').first().click();
	}

	/** The titles and rows of the output's table. */
	async table(): Promise<{ titles: string[]; rows: string[][] }> {
		await this.output.locator('[data-test-id="radio-button-table"]').click();
		const table = this.output.locator('table').first();
		await table.locator('tbody tr').first().waitFor();
		const texts = async (cells: Locator) => (await cells.allInnerTexts()).map((text) => text.trim());
		const rows: string[][] = [];
		for (const row of await table.locator('tbody tr').all()) rows.push(await texts(row.locator('td')));
		return { titles: await texts(table.locator('thead th')), rows };
	}
}
