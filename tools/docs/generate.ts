import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpoints } from '../../contract';
import { resources } from '../../nodes/PersonCompanyData/operations';
import { openApiDocument } from '../openapi/document/document';
import { withSections } from '../text/markdown';
import { userDocuments } from '../text/documents';
import { generatorCommand } from '../text/outputFile';
import { examplesList } from './examples';
import { ENGLISH, PORTUGUESE } from './language';
import { limitsTable } from './limits';
import { outcomesTable } from './outcomes';
import { previews } from './previews';
import { pricesList } from './prices';
import { assumptionsTable, endpointsTable, operationsList } from './tables';

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

generatorCommand([openApi, ...files, ...previews()], 'npm run docs');
