import type { IDataObject } from 'n8n-workflow';

import { readTable } from '../../../core/files/csv';
import type { Stage } from './stage';

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
		private readonly stage: Pick<Stage, 'client'>,
		private readonly path: string,
	) {}

	/** Opens the table of a name. */
	static async open(stage: Pick<Stage, 'client'>, name: string): Promise<Table> {
		const project = await stage.client().request<{ id: string }>('GET', '/projects/personal');
		const tables = `/projects/${project.id}/data-tables`;
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const { data } = await stage
			.client()
			.request<{ data: Array<{ id: string; name: string }> }>('GET', `${tables}?filter=${filter}`);
		const found = data.find((each) => each.name === name);
		if (found === undefined) throw new Error(`There is no table ${name}.`);
		return new Table(stage, `${tables}/${found.id}`);
	}

	/** All rows. */
	async rows(): Promise<readonly Row[]> {
		const { csvContent } = await this.stage
			.client()
			.request<{ csvContent: string }>('GET', `${this.path}/download-csv`);
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
		const { count } = await this.stage
			.client()
			.request<{ count: number }>('GET', `${this.path}/rows?take=1&filter=${filter}`);
		return count;
	}

	/** Puts contacts in, without any workflow. */
	async insert(contacts: readonly string[]): Promise<void> {
		for (let i = 0; i < contacts.length; i += INSERTED_AT_ONCE) {
			const data = contacts.slice(i, i + INSERTED_AT_ONCE).map((contact) => ({ contact }));
			await this.stage.client().request('POST', `${this.path}/insert`, { data, returnType: 'count' });
		}
	}
}
