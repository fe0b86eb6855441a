import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { HttpHelper } from '../../../bench/n8n/helperNode';
import { HELPER_TYPE, installHelperNode } from '../../../bench/n8n/installHelper';

/** The node that calls n8n's HTTP helper alone, with a helper that answers at the next turn. */

interface Done {
	readonly rows: readonly IDataObject[];
	readonly sent: readonly IDataObject[];
	/** How many calls were under way when each was sent, that one included. */
	readonly underWay: readonly number[];
}

async function run(
	parameters: { readonly work: string; readonly start: number; readonly most: number },
	items: readonly IDataObject[],
	answer: (request: IDataObject) => IDataObject,
): Promise<Done> {
	const sent: IDataObject[] = [];
	const underWay: number[] = [];
	let active = 0;
	const context = {
		getCredentials: async () => await Promise.resolve({ apiKey: 'key' }),
		getNodeParameter: (name: keyof typeof parameters) => parameters[name],
		getInputData: () => items.map((json) => ({ json })),
		helpers: {
			httpRequestWithAuthentication: async (_credential: string, request: IDataObject) => {
				sent.push(request);
				underWay.push(++active);
				await new Promise((resolve) => setImmediate(resolve));
				active--;
				return answer(request);
			},
		},
	} as unknown as IExecuteFunctions;
	const [output]: INodeExecutionData[][] = await new HttpHelper().execute.call(context);
	return { rows: output.map(({ json }) => json), sent, underWay };
}

const urls = (count: number): IDataObject[] => Array.from({ length: count }, (_, i) => ({ url: `/${i}` }));

it('starts slowly and sends each request once, in order', async () => {
	const { rows, sent, underWay } = await run({ work: 'each', start: 2, most: 4 }, urls(20), ({ url }) => ({
		url,
	}));
	expect(rows).toEqual(urls(20));
	expect(sent.map(({ url }) => ({ url }))).toEqual(urls(20));
	expect(underWay.slice(0, 2)).toEqual([1, 2]);
	expect(underWay.indexOf(3)).toBeGreaterThan(1);
	expect(Math.max(...underWay)).toBe(4);
});

it('never sends more than that at once', async () => {
	const { underWay } = await run({ work: 'each', start: 5, most: 3 }, urls(9), () => ({}));
	expect(Math.max(...underWay)).toBe(3);
});

it('fails when a request does', async () => {
	const failing = run({ work: 'each', start: 5, most: 5 }, urls(9), ({ url }) => {
		if (url === '/4') throw new Error('refused');
		return {};
	});
	await expect(failing).rejects.toThrow('refused');
});

it('loads the pages of a search with the key of the first', async () => {
	const request = { url: '/search', body: { pagina: 1 } };
	const { rows, sent } = await run(
		{ work: 'search', start: 5, most: 5 },
		[{ request, pages: 3 }],
		({ body }) => ({
			chave_cache: 'cached',
			total: 6,
			dados: [{ page: (body as IDataObject).pagina }, {}],
		}),
	);
	expect(rows).toEqual([{ page: 1 }, {}, { page: 2 }, {}, { page: 3 }, {}]);
	expect(sent.map(({ body }) => body)).toEqual([
		{ pagina: 1 },
		{ pagina: 2, chave_cache: 'cached', total_cacheado: 6 },
		{ pagina: 3, chave_cache: 'cached', total_cacheado: 6 },
	]);
});

it('asks for the status of a batch until it is done', async () => {
	let polls = 0;
	const { rows, sent } = await run(
		{ work: 'batches', start: 5, most: 5 },
		[{ request: { url: '/batch' }, statusUrl: '/status/ID', pollMs: 1 }],
		({ url }) =>
			url === '/batch'
				? { id_processamento: 'seven' }
				: { concluido: ++polls === 2, contatos: polls === 2 ? [{ a: 1 }, { a: 2 }] : [] },
	);
	expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
	expect(sent.map(({ url }) => url)).toEqual(['/batch', '/status/seven', '/status/seven']);
});

it('is compiled so that n8n finds it by the name of its file', () => {
	// Where it finds what n8n would bring.
	const cache = resolve('node_modules/.cache');
	mkdirSync(cache, { recursive: true });
	const home = mkdtempSync(join(cache, 'helper-'));
	try {
		installHelperNode(home);
		const file = join(home, '.n8n', 'custom', 'HttpHelper.node.js');
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const { HttpHelper: Compiled } = require(file) as { HttpHelper: typeof HttpHelper };
		expect(`CUSTOM.${new Compiled().description.name}`).toBe(HELPER_TYPE);
	} finally {
		rmSync(home, { recursive: true });
	}
});
