import { Refusal } from '../base/refusal';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The first cells of the rows of a CSV in Base64; a first line without digits is a header. */
export function documentsIn(file: string): string[] {
	const packed = file.replace(/\s/g, '');
	if (packed === '' || !BASE64.test(packed))
		throw new Refusal(400, 'invalid_file', 'The file is not Base64.');
	const lines = Buffer.from(packed, 'base64')
		.toString('utf8')
		.replace(/^\ufeff/, '')
		.split(/\r?\n/);
	const rows = lines.filter((line) => line.trim() !== '');
	const documents = (/\d/.test(rows[0] ?? '') ? rows : rows.slice(1)).map((row) =>
		row.split(/[;,]/)[0].replaceAll('"', '').trim(),
	);
	if (documents.length === 0) throw new Refusal(400, 'invalid_file', 'The file has no rows.');
	return documents;
}
