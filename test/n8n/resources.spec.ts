import { endpoints, type EndpointName } from '../../contract';
import type { LoggedRequest } from '../../sandbox';
import { Companies } from '../../sandbox/data/companies';
import { Persons } from '../../sandbox/data/persons';
import { ALL } from '../support/allOperations';
import { leadsTo } from '../support/workflowNodes';
import { make, type Made } from '../support/made';
import { plansOf, type Plan } from './leaks/plans';
import { readShared } from './shared';
import { runWorkflow, sandbox, serviceNode, START, workflow } from './support';

/** One workflow per resource calls every operation in a real n8n. */

const population = { persons: new Persons(1, 100, 100), companies: new Companies(1, 100) };
const plansWith = (made: Made): Plan[] => plansOf(population, made);
const NOTHING: Made = { batch: '', job: 0, layoutJob: 0 };

it('calls every operation', () => {
	const called = plansWith(NOTHING).map(({ resource, operation }) => `${resource}.${operation}`);
	expect(called.sort()).toEqual(ALL.map(([name]) => name).sort());
});

const reached = new Set<EndpointName>();

it.each([...new Set(ALL.map(([, resource]) => resource))])('runs every operation of %s', async (resource) => {
	await sandbox().post('/settings', {
		...{ jobSeconds: 1, intelSeconds: 1 },
		// Batches come with the answer to their submission: the node does not have to poll.
		...{ batchMinimumSeconds: 0, recordsPerSecond: 1_000_000, acknowledgement: 'statusRecord' },
	});
	const made = await make({ ...readShared(), ...population });
	const plans = plansWith(made).filter((plan) => plan.resource === resource);
	const nodes = await Promise.all(
		plans.map(
			async ({ operation, parameters }) =>
				await serviceNode(operation, resource, operation, parameters as Parameters<typeof serviceNode>[3]),
		),
	);
	const item = Object.assign({}, ...plans.map(({ items }) => items[0])) as Plan['items'][number];
	const all = nodes.map(({ name }) => leadsTo(name).main[0]?.[0]);
	const { execution } = await runWorkflow({
		...workflow(nodes, [item]),
		connections: { [START]: { main: [all.filter((each) => each !== undefined)] } },
	});

	expect(execution.error).toBeUndefined();
	for (const { name } of nodes) {
		const items = execution.nodes[name][0].outputs.flat();
		expect([name, items.length > 0]).toEqual([name, true]);
		expect(
			items.map(({ json }) => json).filter((json) => 'error' in json || json.outcome === 'not found'),
		).toEqual([]);
		expect([name, items.every(({ pairedItem }) => pairedItem !== undefined)]).toEqual([name, true]);
	}
	for (const { endpoint, unknownFields } of await sandbox().get<LoggedRequest[]>('/requests')) {
		if (endpoint !== undefined) reached.add(endpoint);
		expect(unknownFields).toEqual([]);
	}
});

it('reaches every endpoint of the interface', () => {
	const specified = Object.entries(endpoints).filter(([, e]) => !('isBeyondSpecification' in e));
	// The companies' list of saved filters has the same operation as that of persons.
	const others: string[] = ['savedCompanyFilters'];
	expect(specified.map(([name]) => name).filter((name) => !reached.has(name as EndpointName))).toEqual(
		others,
	);
});
