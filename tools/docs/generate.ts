import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { endpoints } from '../../contract';
import { resources } from '../../nodes/PersonCompanyData/operations';
import { print, runToEnd } from '../commandLine';
import { openApiDocument } from '../openapi/document/document';
import { withSections } from '../text/markdown';
import { userDocuments } from '../text/documents';
import { formatted } from '../text/formatted';
import { assumptionsTable } from './assumptions';
import { examplesList } from './examples';
import { ENGLISH, PORTUGUESE } from './language';
import { limitsTable } from './limits';
import { outcomesTable } from './outcomes';
import { previews } from './previews';
import { pricesList } from './prices';
import { endpointsTable, operationsList } from './tables';

/** Writes the OpenAPI file and the previews of outputs, and fills the generated sections of the documents. */
const sections = {
	endpoints: endpointsTable(endpoints),
	assumptions: assumptionsTable(endpoints),
	operations: operationsList(resources),
	prices: pricesList(resources, ENGLISH),
	precos: pricesList(resources, PORTUGUESE),
	limits: limitsTable(ENGLISH),
	limites: limitsTable(PORTUGUESE),
	outcomes: outcomesTable(ENGLISH),
	desfechos: outcomesTable(PORTUGUESE),
	examples: examplesList(ENGLISH),
	exemplos: examplesList(PORTUGUESE),
};

const files = userDocuments()
	.map((path) => ({ path: resolve(path), before: readFileSync(path, 'utf8') }))
	.filter(({ before }) => before.includes('<!-- generated: '))
	.map(({ path, before }) => ({ path, text: withSections(before, sections) }));

const openApi = { path: resolve('docs/dev/openapi.json'), text: JSON.stringify(openApiDocument(), null, 2) };

/** With `--check` it only names the files that are not up to date, and fails when there are any. */
runToEnd('Usage: npm run docs -- [--check]', async (args) => {
	const isCheck = args.includes('--check');
	let stale = 0;
	for (const { path, text } of [openApi, ...files, ...previews()]) {
		const wanted = await formatted(path, text);
		if (existsSync(path) && readFileSync(path, 'utf8') === wanted) continue;
		stale++;
		print(`${isCheck ? 'stale' : 'written'}: ${relative(process.cwd(), path)}`);
		if (isCheck) continue;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, wanted);
	}
	if (stale === 0) print('up to date');
	return isCheck && stale > 0 ? 1 : 0;
});
