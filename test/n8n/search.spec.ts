import { NodeTypeParser } from '@n8n/ai-utilities/node-catalog';
import type { INodeTypeDescription } from 'n8n-workflow';

import { n8n, NODE_TYPE } from './support';

/** What n8n's builders find by words: their own search engine, over all nodes of a real n8n. */

/**
 * What people type who look for this package in n8n's search, in English and in Portuguese. Written down before any
 * text of the package was fitted to them; add to them, but do not change them to make a test pass.
 */
const QUERIES = `
cnpj, cpf, consultar cnpj, enriquecer leads, enriquecimento de dados, prospecção, prospectar empresas,
receita federal, dados cadastrais, validar número de celular, find decision makers, sales intelligence,
company data brazil, lead enrichment, people search, phone number validation, b2b database,
socios da empresa, empresa, enriquecer, cnpj lookup, brazilian companies, enrich contacts,
lead generation, b2b leads, contact data, company lookup, data enrichment, prospect list, decision makers,
consulta cpf, buscar empresas, geração de leads, enriquecer contatos, quadro societário, base de empresas,
cadastro de pessoas, validar telefone, leads b2b, decisores
`
	.trim()
	.split(/,\s+/);
const FIRST = 3;
const MOST_MISSES = 4;

let nodes: INodeTypeDescription[];
let parser: NodeTypeParser;
beforeAll(async () => {
	nodes = (await (await n8n()).nodeTypes()) as unknown as INodeTypeDescription[];
	parser = new NodeTypeParser(nodes as unknown as ConstructorParameters<typeof NodeTypeParser>[0]);
});

it('finds the node among the first three, in both languages', () => {
	expect(QUERIES).toHaveLength(40);
	expect(nodes.length).toBeGreaterThan(500);
	const missed = QUERIES.filter(
		(query) => !parser.searchNodeTypes(query, FIRST).some(({ id }) => id === NODE_TYPE),
	);
	expect(missed.length > MOST_MISSES ? missed : []).toEqual([]);
});
