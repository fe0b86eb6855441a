import { strToU8, zipSync } from 'fflate';

import { unzip } from '../../core/files/unzip';
import { until } from '../support/until';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { readShared } from './shared';

/** The pages of a form, filled in as a browser does, and the files that go in and come out. */

/** A file of a page, as its script downloads it. */
interface Download {
	readonly fileName: string;
	readonly data: string | { readonly data: number[] };
}

/** Sends the fields of a page. */
export async function submit(
	url: string,
	fields: Readonly<Record<string, string | File>>,
): Promise<Response> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return await fetch(url, { method: 'POST', body: form });
}

/** The address of a published form. */
export const formOf = ({ nodes }: StoredWorkflow): string =>
	`${readShared().n8nUrl}/form/${nodes.find(({ name }) => name === 'Form')?.webhookId ?? ''}`;

/** Waits, as the page does, until the next page is there, and reads it. */
export async function nextPage(waiting: string): Promise<string> {
	const status = new URL(waiting);
	status.pathname += '/n8n-execution-status';
	await until(async () => (await (await fetch(status)).text()).trim() === 'form-waiting');
	return await (await fetch(waiting)).text();
}

/** The texts of an Excel file. */
export async function textsOf(bytes: Buffer): Promise<string> {
	return (await unzip(bytes)).map(({ data }) => data.toString()).join('');
}

/** The file that the last page downloads. */
export async function downloadOf(page: string): Promise<Buffer> {
	const [, encoded = ''] = /decodeURIComponent\("([^"]+)"\)/.exec(page) ?? [];
	const [file] = JSON.parse(decodeURIComponent(encoded)) as Download[];
	expect(file.fileName).toBe('enriched.xlsx');
	return typeof file.data === 'string' ? Buffer.from(file.data, 'latin1') : Buffer.from(file.data.data);
}

/** An Excel file of rows of texts. */
export function xlsxFile(rows: readonly string[][]): Buffer {
	const cellXml = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
	const office = 'http://schemas.openxmlformats.org';
	const main = `${office}/spreadsheetml/2006/main`;
	const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
	const relation = `${office}/officeDocument/2006/relationships`;
	const relations = (type: string, target: string): string =>
		`<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/${type}" Target="${target}"/></Relationships>`;
	const parts = {
		'[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`,
		'_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
		'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
		'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('')}</sheetData></worksheet>`,
	};
	return Buffer.from(
		zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
	);
}
