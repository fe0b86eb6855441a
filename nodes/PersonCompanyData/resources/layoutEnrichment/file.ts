import pick from 'lodash/pick';
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../../core/base/fingerprint';
import { writeTable } from '../../../../core/files/csv';

/** The file to enrich: that of an item, or one that is made from items. */

/** A row of a file that is made from items. */
interface RowSource {
	readonly columns: readonly string[];
	readonly json: IDataObject;
}

export type Source = { readonly file: string; readonly content: string } | RowSource;

/** The part of an item that is in the file. */
export const rowOf = ({ columns, json }: RowSource): IDataObject =>
	columns.length > 0 ? pick(json, columns) : json;

/** Identifies the content of a file: n8n's ID of it or, if n8n keeps no ID, a hash of the content itself. */
export const contentOf = ({ id, data }: Partial<IBinaryData> = {}): string => id ?? fingerprint(data);

/** The items as a CSV. */
export function tableOf(
	items: ReadonlyArray<{ readonly source: Source; readonly delimiter: string }>,
): string {
	const rows = items.flatMap(({ source }) => ('json' in source ? [source] : []));
	const [{ columns }] = rows;
	const all = columns.length > 0 ? columns : [...new Set(rows.flatMap(({ json }) => Object.keys(json)))];
	return writeTable(
		all,
		rows.map(({ json }) => json),
		items[0].delimiter,
	);
}
