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

/** A cell of an Excel file: a text, or a number with one of the formats of `FORMATS`. */
type Cell = string | { readonly value: number; readonly format: number };

/** Formats of numbers: a date, and leading zeros. */
export const FORMATS = { date: 1, zeros: 2 } as const;

const cellXml = (cell: Cell): string =>
	typeof cell === 'string'
		? `<c t="inlineStr"><is><t>${cell}</t></is></c>`
		: `<c s="${cell.format}"><v>${cell.value}</v></c>`;

/** An Excel file of rows. */
export function xlsxFile(rows: readonly Cell[][]): Buffer {
	const office = 'http://schemas.openxmlformats.org';
	const main = `${office}/spreadsheetml/2006/main`;
	const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
	const relation = `${office}/officeDocument/2006/relationships`;
	const relations = (...targets: ReadonlyArray<readonly [string, string]>): string =>
		`<Relationships xmlns="${office}/package/2006/relationships">${targets
			.map(
				([type, target], i) =>
					`<Relationship Id="rId${i + 1}" Type="${relation}/${type}" Target="${target}"/>`,
			)
			.join('')}</Relationships>`;
	const parts = {
		'[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/></Types>`,
		'_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
		'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
		'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
		'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('')}</sheetData></worksheet>`,
	};
	return Buffer.from(
		zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
	);
}
