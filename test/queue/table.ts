import type { IDataObject } from 'n8n-workflow';

import { readTable } from '../../core/files/csv';
import { ask, type Asked } from './ask';

/** A row of the outbox, as the table is exported: what is not set is an empty text. */
export interface Row {
	readonly contact: string;
	readonly name: string;
	readonly status: string;
	readonly reason: string;
}

/** More rows in one request n8n would refuse for their size. */
const INSERTED_AT_ONCE = 5_000;

/** A table of n8n, by the interface of its editor. */
export class Table {
	private constructor(
		private readonly n8n: Asked,
		private readonly path: string,
	) {}

	/** Opens the table of a name. */
	static async open(n8n: Asked, name: string): Promise<Table> {
		const project = await ask<{ id: string }>(n8n, '/projects/personal');
		const tables = `/projects/${project.id}/data-tables`;
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const { data } = await ask<{ data: Array<{ id: string; name: string }> }>(
			n8n,
			`${tables}?filter=${filter}`,
		);
		const found = data.find((each) => each.name === name);
		if (found === undefined) throw new Error(`There is no table ${name}.`);
		return new Table(n8n, `${tables}/${found.id}`);
	}

	/** All rows. */
	async rows(): Promise<readonly Row[]> {
		const { csvContent } = await ask<{ csvContent: string }>(this.n8n, `${this.path}/download-csv`);
		return (await readTable(Buffer.from(csvContent))).map(
			({ contact, name, status, reason }) => ({ contact, name, status, reason }) as unknown as Row,
		);
	}

	/** How many rows there are, all or those with a status; an empty one is that of new rows. */
	async count(status?: string): Promise<number> {
		const filters: IDataObject[] =
			status === undefined
				? []
				: status === ''
					? [{ columnName: 'status', condition: 'isEmpty', value: null }]
					: [{ columnName: 'status', condition: 'eq', value: status }];
		const filter = encodeURIComponent(JSON.stringify({ type: 'and', filters }));
		const { count } = await ask<{ count: number }>(this.n8n, `${this.path}/rows?take=1&filter=${filter}`);
		return count;
	}

	/** Puts contacts in, without any workflow. */
	async insert(contacts: readonly string[]): Promise<void> {
		for (let i = 0; i < contacts.length; i += INSERTED_AT_ONCE) {
			const data = contacts.slice(i, i + INSERTED_AT_ONCE).map((contact) => ({ contact }));
			await this.n8n.client().request('POST', `${this.path}/insert`, { data, returnType: 'count' });
		}
	}
}
