import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox';
import {
	credential,
	CREDENTIAL_TYPE,
	n8n,
	NODE_TYPE,
	runWorkflow,
	sandbox,
	serviceNode,
	workflow,
} from './support';

/** Lists as the editor of a real n8n opens them. */

/** Opens the list of a field; the form is the saved one. */
async function open(
	method: string,
	path: string,
	form: INodeParameters,
	filter?: string,
): Promise<INodeListSearchResult['results']> {
	const { id, name } = await credential();
	const { results } = await (
		await n8n()
	).listSearch({
		nodeType: NODE_TYPE,
		path: `parameters.${path}`,
		method,
		parameters: form,
		credentials: { [CREDENTIAL_TYPE]: { id, name } },
		filter,
	});
	return results;
}

const requests = async (): Promise<LoggedRequest[]> => await sandbox().get<LoggedRequest[]>('/requests');
const row = (value: INodeParameters) => ({ values: [value] });

it('fills a list once, finds in it what is typed, and sends what was chosen', async () => {
	const filters = { cities: row({ value: '' }) };
	const form: INodeParameters = { resource: 'prospecting', operation: 'countPersons', filters };
	const path = 'filters.cities.values[0].value';
	const found = await open('cities', path, form, 'pr');
	expect(found).toEqual([
		{ name: 'Curitiba - PR', value: 'Curitiba - PR' },
		{ name: 'Londrina - PR', value: 'Londrina - PR' },
	]);
	// Typing asks the service no more.
	expect(await open('cities', path, form, 'lon')).toEqual([found[1]]);
	expect(await requests()).toHaveLength(1);

	const chosen = { __rl: true, mode: 'list', value: found[0].value, cachedResultName: found[0].name };
	const count = await serviceNode('Count', 'prospecting', 'countPersons', {
		filters: { cities: row({ value: chosen as unknown as INodeParameters }) },
	});
	const { execution } = await runWorkflow(workflow([count]));
	expect(execution.error).toBeUndefined();
	expect((await requests()).at(-1)?.body).toEqual({ export: false, cities: ['Curitiba - PR'] });
});

it('says why a list cannot be loaded, without the key', async () => {
	await sandbox().post('/faults', { kind: 'status', status: 500, body: { error: 'Out of order' } });
	const failed = await open('sectors', 'filters.sector_codes.values[0].value', {}).then(
		() => '',
		(error: Error) => error.message,
	);
	expect(failed).toContain('The service answered with status 500');
	expect(failed).toContain('Out of order');
	expect(failed).not.toContain('sandbox-key');
});
