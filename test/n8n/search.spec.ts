import { NodeTypeParser } from '@n8n/ai-utilities/node-catalog';
import type { INodeTypeDescription } from 'n8n-workflow';

import { SEARCH_QUERIES } from '../support/searchQueries';
import { n8n, NODE_TYPE } from './support';

/** What n8n's builders find by words: their own search engine, over all nodes of a real n8n. */

const FIRST = 3;
const MOST_MISSES = 4;

let nodes: INodeTypeDescription[];
let parser: NodeTypeParser;
beforeAll(async () => {
	nodes = (await (await n8n()).nodeTypes()) as unknown as INodeTypeDescription[];
	parser = new NodeTypeParser(nodes as unknown as ConstructorParameters<typeof NodeTypeParser>[0]);
});

it('finds the node among the first three, in both languages', () => {
	expect(SEARCH_QUERIES).toHaveLength(40);
	expect(nodes.length).toBeGreaterThan(500);
	const missed = SEARCH_QUERIES.filter(
		(query) => !parser.searchNodeTypes(query, FIRST).some(({ id }) => id === NODE_TYPE),
	);
	expect(missed.length > MOST_MISSES ? missed : []).toEqual([]);
});
