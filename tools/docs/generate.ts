import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endpoints } from '../../contract';
import { resources } from '../../nodes/PersonCompanyData/resources';
import { withSections } from '../text/markdown';
import { generatorCommand } from '../text/outputFile';
import { limitsTable } from './limits';
import { speedSections } from './speed';
import { assumptionsTable, endpointsTable, operationsTable } from './tables';

/** Fills the generated sections of the READMEs and docs/*.md from the contract and the saved benchmark. */
const sections = {
	endpoints: endpointsTable(endpoints),
	assumptions: assumptionsTable(endpoints),
	operations: operationsTable(resources),
	...speedSections('bench/RESULTS.json'),
	limits: limitsTable(),
};

const candidates = [
	'README.md',
	'README.pt-BR.md',
	...readdirSync('docs')
		.filter((name) => name.endsWith('.md'))
		.sort()
		.map((name) => join('docs', name)),
];

const files = candidates
	.filter((path) => existsSync(path))
	.map((path) => ({ path: resolve(path), before: readFileSync(path, 'utf8') }))
	.filter(({ before }) => before.includes('<!-- generated: '))
	.map(({ path, before }) => ({ path, text: withSections(before, sections) }));

void generatorCommand(files, 'npx tsx tools/docs/generate.ts');
