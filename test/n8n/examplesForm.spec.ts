import { strToU8, zipSync } from 'fflate';

import { Companies } from '../../sandbox/data/companies';
import { Persons } from '../../sandbox/data/persons';
import { unzip } from '../../core/files/unzip';
import { until } from '../support/until';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import {
	costOf,
	fill,
	imported,
	itWithTables,
	output,
	rowsIn,
	run,
	runOf,
	withParameters,
} from './exampleRuns';
import { readShared } from './shared';
import { n8n, sandbox } from './support';

/** The examples that begin with a form or end with a file: the forms are filled in as a browser does. */

const companies = new Companies(1, 100);
const persons = new Persons(1, 100, 100);
/** CNPJs that begin with a zero, of companies that no other test enriches. */
const zeroed = Array.from({ length: 100 }, (_, i) => companies.cnpj(i))
	.filter((cnpj) => /^0\d+$/.test(cnpj))
	.slice(-4);

/** A file of a page, as its script downloads it. */
interface Download {
	readonly fileName: string;
	readonly data: string | { readonly data: number[] };
}

/** Sends the fields of a page. */
async function submit(url: string, fields: Readonly<Record<string, string | File>>): Promise<Response> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return await fetch(url, { method: 'POST', body: form });
}

/** The address of a published form. */
const formOf = ({ nodes }: StoredWorkflow): string =>
	`${readShared().n8nUrl}/form/${nodes.find(({ name }) => name === 'Form')?.webhookId ?? ''}`;

/** Waits, as the page does, until the next page is there, and reads it. */
async function nextPage(waiting: string): Promise<string> {
	const status = new URL(waiting);
	status.pathname += '/n8n-execution-status';
	await until(async () => (await (await fetch(status)).text()).trim() === 'form-waiting');
	return await (await fetch(waiting)).text();
}

/** The texts of an Excel file. */
async function textsOf(bytes: Buffer): Promise<string> {
	return (await unzip(bytes)).map(({ data }) => data.toString()).join('');
}

/** The rows of a CSV as an Excel file, all of them texts. */
function xlsxOf(csv: string): Buffer {
	const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
	const row = (line: string): string => `<row>${line.split(';').map(cell).join('')}</row>`;
	const office = 'http://schemas.openxmlformats.org';
	const parts = {
		'[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
		'_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		'xl/workbook.xml': `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		'xl/worksheets/sheet1.xml': `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${csv.trim().split('\n').map(row).join('')}</sheetData></worksheet>`,
	};
	return Buffer.from(
		zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
	);
}

async function downloadOf(page: string): Promise<Buffer> {
	const [, encoded = ''] = /decodeURIComponent\("([^"]+)"\)/.exec(page) ?? [];
	const [file] = JSON.parse(decodeURIComponent(encoded)) as Download[];
	expect(file.fileName).toBe('enriched.xlsx');
	return typeof file.data === 'string' ? Buffer.from(file.data, 'latin1') : Buffer.from(file.data.data);
}

describe('a form', () => {
	let created: StoredWorkflow;

	beforeAll(async () => {
		created = await imported('enrich-form');
		await (await n8n()).activate(created);
	});
	afterAll(async () => await (await n8n()).deactivate(created.id));

	const listed = ['CNPJ;Vendedor', `${companies.cnpj(1)};Ana`, `${companies.cnpj(2)};Bia`, '123;Caio'];

	/** Sends a spreadsheet, and returns the address of the page that shows the price. */
	async function upload(file = new File([listed.join('\n')], 'list.csv')): Promise<string> {
		const answer = await submit(formOf(created), { 'field-0': file });
		return ((await answer.json()) as { formWaitingUrl: string }).formWaitingUrl;
	}

	/** Confirms the price, and returns the texts of the file that comes back. */
	async function enriched(waiting: string): Promise<string> {
		await nextPage(waiting);
		await submit(waiting, { 'field-0': 'Yes, spend the credits' });
		const texts = await textsOf(await downloadOf(await nextPage(waiting)));
		await submit(waiting, {});
		return texts;
	}

	it.each([
		['a CSV in UTF-8', 'list.csv', (text: string) => Buffer.from(text), 0],
		['a CSV in UTF-8 with its mark', 'list.csv', (text: string) => Buffer.from(`\ufeff${text}`), 1],
		['a CSV of Excel in Portuguese', 'list.csv', (text: string) => Buffer.from(text, 'latin1'), 2],
		['an XLSX', 'list.xlsx', xlsxOf, 3],
	])('gives %s back with its accents and its leading zeros', async (_kind, name, encoded, at) => {
		await sandbox().post('/settings', { batchMinimumSeconds: 0, notStatedPrice: 'free' });
		const code = zeroed[at];
		const text = `CNPJ;Razão Social\n${code};Ótica São João 100% D'Ávila\n00123;Itaú\n`;
		const texts = await enriched(await upload(new File([new Uint8Array(encoded(text))], name)));
		expect(texts).toContain('enriched');
		for (const part of ['Razão Social', 'Ótica São João 100% D', 'Ávila', 'Itaú']) {
			expect(texts).toContain(part);
		}
		expect(texts).toMatch(/>00123</);
		expect(texts).toContain(`>${code}<`);
	});

	it('takes a spreadsheet, shows the price, and gives it back enriched once it is confirmed', async () => {
		await sandbox().post('/settings', { batchMinimumSeconds: 0, notStatedPrice: 'free' });
		let waiting = '';
		const shown = await costOf(async () => {
			waiting = await upload();
			const price = await nextPage(waiting);
			expect(price).toContain('3 rows, 1 of them invalid: at most 4 credits');
			expect(price).toContain('Yes, spend the credits');
		});
		expect(shown).toBe(0);
		let texts = '';
		const paid = await costOf(async () => {
			const confirmed = { 'field-0': 'Yes, spend the credits' };
			// A double click sends it twice.
			await Promise.all([submit(waiting, confirmed), submit(waiting, confirmed)]);
			texts = await textsOf(await downloadOf(await nextPage(waiting)));
			await submit(waiting, {});
		});
		for (const text of ['Vendedor', 'Ana', 'Caio', 'enriched', 'invalid', companies.name(1)]) {
			expect(texts).toContain(text);
		}
		expect(paid).toBe(2);
	});

	it('does not pay for the same rows again when they are sent again', async () => {
		await sandbox().post('/settings', { batchMinimumSeconds: 0, notStatedPrice: 'free' });
		const paid = await costOf(async () => {
			const waiting = await upload();
			// n8n remembers for each node apart what it has enriched.
			expect(await nextPage(waiting)).toContain(
				'counted in this price, too, but neither sent nor paid for again',
			);
			expect(await enriched(waiting)).toContain('skipped');
		});
		expect(paid).toBe(0);
	});
});

it.each([
	['companies-to-excel', 'companies.xlsx', 2],
	['prospecting-to-excel', 'prospecting.xlsx', 1],
])('%s ends with an Excel file of its rows', async (name, fileName, least) => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0, jobSeconds: 0 });
	const execution = await run(name);
	expect(execution.error).toBeUndefined();
	const { id, fileName: called, data } = execution.nodes.Excel[0].outputs[0][0].binary?.data ?? {};
	expect(called).toBe(fileName);
	const stored = async (): Promise<Buffer> => {
		const path = `/rest/binary-data?id=${encodeURIComponent(id ?? '')}&action=download`;
		return Buffer.from(await (await (await n8n()).send('GET', path)).arrayBuffer());
	};
	const texts = await textsOf(id === undefined ? Buffer.from(data ?? '', 'base64') : await stored());
	expect(texts.match(/Synthetic/g)?.length ?? 0).toBeGreaterThanOrEqual(least - 1);
	expect(texts).toContain('cnpj');
});

itWithTables('who opts out is deleted, and neither looked up nor written to again', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0, notStatedPrice: 'free' });
	await run('daily-leads');
	const contact = persons.email(0);
	await fill('Leads', [
		{ personId: 1, name: 'Ana', email: contact },
		{ personId: 2, name: 'Bia', email: `x${contact}` },
	]);
	const before = (await rowsIn('Leads')).length;
	const created = await imported('opt-out');
	await (await n8n()).activate(created);
	const answer = await submit(formOf(created), { 'field-0': ` ${contact.toUpperCase()} ` });
	expect(answer.status).toBe(200);
	await (await n8n()).deactivate(created.id);
	expect((await rowsIn('Suppression List')).map((row) => row.contact)).toEqual([contact]);
	const left = await rowsIn('Leads');
	expect(left.filter(({ email }) => String(email).endsWith(contact))).toMatchObject([{ personId: 2 }]);
	expect(left.length).toBeLessThan(before);

	const pinned = (contacts: Array<string | number>) => ({
		People: contacts.map((each) => ({ json: { contact: each } })),
	});
	const people = [contact.toUpperCase(), persons.email(1)];
	const list = await imported('suppression-list', undefined, pinned(people));
	const paid = await costOf(async () => {
		const execution = await runOf(list);
		expect(execution.error).toBeUndefined();
		expect(output(execution, 'Enrich')).toMatchObject([{ outcome: 'enriched' }]);
		expect(output(execution, 'Send')).toHaveLength(1);
	});
	expect(paid).toBe(1);
	// However a CPF is written, it is recognised, and so is that of the person who comes.
	const [cpf, ofEmail] = [persons.cpf(3), persons.cpf(1)];
	await fill('Suppression List', [{ contact: cpf }, { contact: ofEmail }]);
	const written = [cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'), Number(cpf), ` ${cpf} `];
	const listed = await imported('suppression-list', undefined, pinned(written));
	expect(await costOf(async () => await runOf(listed))).toBe(0);
	const found = await runOf(await imported('suppression-list', undefined, pinned([persons.email(1)])));
	expect(output(found, 'Enrich')).toMatchObject([{ cpf: ofEmail }]);
	expect(output(found, 'Send')).toEqual([]);
	// Who was listed by something else is recognised by the email that comes.
	const byId = withParameters('Enrich', { options: { plainNumbersAre: 'person' } });
	const ids = [0, 1, 2, 3, 4, 5].map((i) => String(persons.id(i)));
	const all = await runOf(await imported('suppression-list', byId, pinned(ids)));
	const reached = output(all, 'Send').filter(({ email }) => email !== null && email !== undefined);
	expect(reached.length).toBeGreaterThan(0);
	const [{ email, personId }] = reached;
	await fill('Suppression List', [{ contact: email }]);
	const allowed = output(await runOf(await imported('suppression-list', byId, pinned(ids))), 'Send');
	expect(allowed.map((person) => person.personId)).not.toContain(personId);
	expect(allowed).toHaveLength(output(all, 'Send').length - 1);
});
