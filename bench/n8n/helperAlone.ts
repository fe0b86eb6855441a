import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, transpileModule } from 'typescript';

import type { StoredCredential } from '../../tools/host/rest/stored';
import type { Contestant } from '../setup/contestant';
import {
	companyItems, cpfItems, ENRICH_PATH, FIRST_PAGE, LOOKUP_PATH, SEARCH_PATH, type Items,
} from '../service/service'; // prettier-ignore
import type { BenchN8n } from './benchN8n';
import { chain, MEASURED, node, splitOut } from './workflow';
import { workflowContestant } from './workflowContestant';

/** Puts the node that only sends where n8n looks for nodes of its owner. */
export function installHelperAlone(home: string): void {
	const source = readFileSync(join(__dirname, 'helperNode.ts'), 'utf8');
	const { outputText } = transpileModule(source, { compilerOptions: { module: ModuleKind.CommonJS } });
	const folder = join(home, '.n8n', 'custom');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'HelperAlone.node.js'), outputText);
}

/** Makes a contestant that sends so many requests at once. */
export type HelperMaker = (
	n8n: BenchN8n,
	credential: StoredCredential,
	sending: { readonly baseUrl: string; readonly concurrency: number },
) => Promise<Contestant>;

/** @param request an expression's object, with the item as `$json` */
const perItem =
	(path: string, request: string, items: Items): HelperMaker =>
	async (n8n, credential, { baseUrl, concurrency }) =>
		await workflowContestant(
			n8n,
			{ client: 'helper', title: "n8n's HTTP helper alone" },
			chain([
				splitOut('Items', 'body.items'),
				node(
					MEASURED,
					'CUSTOM.helperAlone',
					1,
					{
						request: `={{ JSON.stringify({ url: '${baseUrl}${path}', json: true, ${request} }) }}`,
						concurrency,
					},
					credential,
				),
			]),
			(size) => ({ items: items(size) }),
		);

/** One person per item. */
export const helperLookUp = perItem(LOOKUP_PATH, 'qs: { cpf: $json.cpf }', cpfItems);

/** One company per item, with a key against double charges. */
export const helperEnrich = perItem(
	ENRICH_PATH,
	`method: 'POST', body: { contato: { id_empresa: $json.id_empresa } },
	headers: { 'Idempotency-Key': $execution.id + '-' + $itemIndex }`,
	companyItems,
);

/** One page per item; without the key of the search, which a call of the helper does not hand to the next. */
export const helperSearch = perItem(SEARCH_PATH, "method: 'POST', body: $json", (pages) =>
	Array.from({ length: pages }, (_, index) => ({ ...FIRST_PAGE, pagina: index + 1 })),
);
