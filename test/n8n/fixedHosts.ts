import { dirname, join } from 'node:path';
import type { IDataObject, IHttpRequestMethods, INode } from 'n8n-workflow';
import get from 'lodash/get';

import { ensureInstalled } from '../../tools/host/install/install';

/** n8n's node for Google Sheets, whose host cannot be replaced, run in this process with a stand-in for its answers. */

export interface Asked {
	readonly method: IHttpRequestMethods;
	readonly uri: string;
	readonly body?: IDataObject;
	readonly qs?: IDataObject;
}

/** What a node of n8n sees of its execution. */
type Context = ReturnType<typeof contextOf>;

const contextOf = (
	node: INode,
	items: readonly IDataObject[],
	answer: (asked: Asked) => unknown,
	asked: Asked[],
) => {
	const send = async (_type: string, options: Asked): Promise<unknown> => {
		asked.push(options);
		return await Promise.resolve(answer(options));
	};
	return {
		getNode: () => node,
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: (name: string, _item: number, fallback?: unknown): unknown =>
			get(node.parameters, name, fallback),
		helpers: { requestOAuth2: send },
	};
};

interface SheetUpdate {
	readonly execute: (this: Context, sheet: unknown, name: string) => Promise<unknown>;
}
interface Sheet {
	readonly GoogleSheet: new (id: string, context: Context) => unknown;
}

/** Updates rows of a sheet by n8n's node, and returns what it asked Google for. */
export async function askedBy(
	node: INode,
	items: readonly IDataObject[],
	answer: (asked: Asked) => unknown,
): Promise<Asked[]> {
	const { n8n } = await ensureInstalled();
	const base = dirname(require.resolve('n8n-nodes-base/package.json', { paths: [n8n] }));
	const nodes = join(base, 'dist/nodes/Google/Sheet/v2');
	const asked: Asked[] = [];
	const context = contextOf(node, items, answer, asked);
	const { execute } = (await import(join(nodes, 'actions/sheet/update.operation.js'))) as SheetUpdate;
	const { GoogleSheet } = (await import(join(nodes, 'helpers/GoogleSheet.js'))) as Sheet;
	await execute.call(context, new GoogleSheet('document', context), 'Sheet1');
	return asked;
}
