import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, transpileModule } from 'typescript';

import type { StoredCredential } from '../../tools/host/rest/stored';
import type { Contestant } from '../setup/contestant';
import * as service from '../service/service';
import type { BenchN8n } from './benchN8n';
import { MEASURED, node } from './workflow';
import { itemsContestant } from './workflowContestant';

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
	(path: string, request: string, items: service.Items): HelperMaker =>
	async (n8n, credential, { baseUrl, concurrency }) => {
		const sent = `={{ JSON.stringify({ url: '${baseUrl}${path}', json: true, ${request} }) }}`;
		const helper = node(MEASURED, 'CUSTOM.helperAlone', 1, { request: sent, concurrency }, credential);
		return await itemsContestant(n8n, { client: 'helper', title: "n8n's HTTP helper alone" }, helper, items);
	};

/** One person per item. */
export const helperLookUp = perItem(service.LOOKUP_PATH, 'qs: { cpf: $json.cpf }', service.cpfItems);

/** One company per item, with a key against double charges. */
export const helperEnrich = perItem(
	service.ENRICH_PATH,
	`method: 'POST', body: { contato: { id_empresa: $json.id_empresa } },
	headers: { 'Idempotency-Key': $execution.id + '-' + $itemIndex }`,
	service.companyItems,
);

/** One page per item; without the key of the search, which a call of the helper does not hand to the next. */
export const helperSearch = perItem(service.SEARCH_PATH, "method: 'POST', body: $json", (pages) =>
	Array.from({ length: pages }, (_, index) => ({ ...service.FIRST_PAGE, pagina: index + 1 })),
);
