import { Mcp } from '../support/mcp';
import { CREDENTIAL_TYPE } from '../support/workflowNodes';
import { itUnlessOlder } from './older';
import { useOwnStack } from './ownStack';

/**
 * A model that has never seen the package builds a workflow with n8n's own tools: it searches nodes, reads type
 * definitions, and writes code that n8n validates, stores and runs. What it writes is a script; each name in it is
 * looked up in what n8n told it before.
 */

const stack = useOwnStack();
const itBuilds = itUnlessOlder('has no tools for builders');

const NODE = 'n8n-nodes-person-company-data.personCompanyData';
const COLUMNS = ['name', 'email', 'phone'];

const code = (table: string): string => `
import { workflow, node, trigger, newCredential, expr } from '@n8n/workflow-sdk';

const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' }, output: [{}] });
const search = node({
  type: '${NODE}',
  version: 1,
  config: {
    name: 'Find Decision Makers',
    parameters: {
      resource: 'b2bPerson',
      operation: 'searchB2bPersons',
      filtros_pessoa: {
        niveis_senioridade: ['Decisores'],
        localizacoes: { values: [{ value: { __rl: true, mode: 'value', value: 'Curitiba, PR' } }] },
      },
      limit: 10,
    },
    credentials: { ${CREDENTIAL_TYPE}: newCredential('Person and Company Data') },
  },
  output: [{ personId: 1 }],
});
const enrich = node({
  type: '${NODE}',
  version: 1,
  config: {
    name: 'Enrich',
    parameters: {
      resource: 'b2bPerson',
      operation: 'enrichPersonBatch',
      identifyBy: 'id_pessoa',
      id_pessoa: expr('{{ $json.personId }}'),
    },
    credentials: { ${CREDENTIAL_TYPE}: newCredential('Person and Company Data') },
  },
  output: [{ name: 'A', email: 'a@example.com', phone: '+5541999990000' }],
});
const keep = node({
  type: 'n8n-nodes-base.dataTable',
  version: 1.1,
  config: {
    name: 'Keep',
    parameters: {
      resource: 'row',
      operation: 'insert',
      dataTableId: { __rl: true, mode: 'id', value: '${table}' },
      columns: {
        mappingMode: 'defineBelow',
        value: { ${COLUMNS.map((name) => `${name}: expr('{{ $json.${name} }}')`).join(', ')} },
        schema: [${COLUMNS.map((name) => `{ id: '${name}', displayName: '${name}', required: false, defaultMatch: false, display: true, type: 'string', canBeUsedToMatch: true }`).join(', ')}],
      },
    },
  },
  output: [{}],
});
export default workflow('decision-makers', 'Decision Makers').add(start).to(search).to(enrich).to(keep);
`;

/** The parameters of an operation, as a type definition has them. */
const parametersOf = (definitions: string, operation: string): string =>
	new RegExp(`operation: '${operation}';\n([^]*?)\n};`).exec(definitions)?.[1] ?? '';

itBuilds('builds a search for decision makers, enriches ten, and keeps them in a table', async () => {
	stack.sandbox.set({ batchMinimumSeconds: 0 });
	const { client, url } = stack.n8n;
	const { apiKey, baseUrl } = stack.sandbox;
	await client.createCredential(CREDENTIAL_TYPE, { apiKey, baseUrl });
	const mcp = await Mcp.open(client, url);

	const { results } = await mcp.call<{ results: string }>('search_nodes', {
		queries: ['find decision makers', 'data table'],
	});
	const [people, tables] = results.split(/^## /m).slice(1);
	expect(people).toMatch(new RegExp(`^"find decision makers"\nFound \\d+ nodes:\n\n- ${NODE}\n`));
	expect(people).toMatch(/searchB2bPersons[^]*enrichPersonBatch/);
	expect(tables).toContain('- n8n-nodes-base.dataTable\n');

	const { definitions } = await mcp.call<{ definitions: string }>('get_node_types', {
		nodeIds: [{ nodeId: NODE, resource: 'b2bPerson', operation: 'searchB2bPersons' }],
	});
	const search = parametersOf(definitions, 'searchB2bPersons');
	for (const name of ['filtros_pessoa', 'niveis_senioridade', 'localizacoes', "'Decisores'", 'limit'])
		expect(search).toContain(name);
	const enrich = parametersOf(definitions, 'enrichPersonBatch');
	for (const name of ['identifyBy', 'id_pessoa', '$json.personId']) expect(enrich).toContain(name);

	const { data: projects } = await mcp.call<{ data: Array<{ id: string }> }>('search_projects', {});
	const projectId = projects[0].id;
	const table = await mcp.call<{ id: string }>('create_data_table', {
		projectId,
		name: 'Decision makers',
		columns: COLUMNS.map((name) => ({ name, type: 'string' })),
	});
	const written = code(table.id);
	const checked = await mcp.call<object>('validate_workflow', { code: written });
	expect(checked).toMatchObject({ valid: true, nodeCount: 4 });
	expect(checked).not.toHaveProperty('warnings');

	const created = await mcp.call<{ workflowId: string; autoAssignedCredentials: object[] }>(
		'create_workflow_from_code',
		{ code: written, versionName: 'First' },
	);
	expect(created.autoAssignedCredentials).toHaveLength(2);
	const execution = await client.waitForExecution(await client.run(created.workflowId, 'Start'));
	expect(execution.error).toBeUndefined();
	const { rows } = await mcp.call<{ rows: Array<Record<string, unknown>> }>('get_data_table_rows', {
		dataTableId: table.id,
		projectId,
	});
	expect(rows).toHaveLength(10);
	for (const row of rows) expect(row.name).toEqual(expect.stringMatching(/\w/));
	expect(rows.filter(({ email, phone }) => Boolean(email ?? phone)).length).toBeGreaterThan(5);
	expect(stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded()).toBe(11);
});
