import type { INode, INodeParameters } from 'n8n-workflow';

import { eventsPath } from '../../tools/host/rest/eventsPath';
import { redirect } from '../support/chaosCases';
import { addressesOf, startElsewhere, type Elsewhere } from '../support/elsewhere';
import { isOlder } from './older';
import { readShared } from './shared';
import {
	credential,
	credentialData,
	CREDENTIAL_TYPE,
	n8n,
	node,
	runWorkflow,
	sandbox,
	serviceNode,
	workflow,
} from './support';

/** What a real n8n does with the key when the service, or the user, points to another server. */

let elsewhere: Elsewhere;
beforeAll(async () => void (elsewhere = await startElsewhere()));
beforeEach(() => {
	elsewhere.visits.length = 0;
});
afterAll(async () => await elsewhere.close());

const addresses = (): readonly string[] => addressesOf(elsewhere.port, new URL(readShared().baseUrl).port);

const redirectTo = async (status: number, location: string): Promise<void> => {
	await sandbox().post('/faults', { ...redirect(status, location), endpoint: 'balance', times: 'always' });
};

/** n8n's own HTTP Request node with our credential, as it was and as it is. */
async function httpRequest(url: string, typeVersion: number, options: INodeParameters = {}): Promise<INode> {
	const { id, name } = await credential();
	return node(
		'Request',
		'httpRequest',
		{ url, authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL_TYPE, options },
		{ typeVersion, credentials: { [CREDENTIAL_TYPE]: { id, name } } },
	);
}

it.each([4.2, 4.3])(
	'follows no redirect in the HTTP Request node, which would take the key along (version %d)',
	async (version) => {
		const { baseUrl } = readShared();
		const wanted = { redirect: { redirect: { followRedirects: true, maxRedirects: 21 } } };
		for (const status of [301, 307]) {
			await sandbox().post('/reset');
			await redirectTo(status, addresses()[0]);
			const { execution } = await runWorkflow(
				workflow([await httpRequest(`${baseUrl}/balance`, version, wanted)]),
			);
			expect(elsewhere.visits).toEqual([]);
			expect(execution.status).toBe('error');
			expect(`${execution.error?.message} ${execution.error?.description}`).toContain(String(status));
		}
	},
);

it('follows no link to a next page elsewhere in the HTTP Request node', async () => {
	const { baseUrl } = readShared();
	await sandbox().post('/faults', {
		kind: 'status',
		status: 200,
		endpoint: 'balance',
		body: { next: addresses()[0], results: [] },
	});
	const pagination = {
		pagination: {
			paginationMode: 'responseContainsNextURL',
			nextURL: '={{ $response.body.next }}',
			paginationCompleteWhen: 'other',
			completeExpression: '={{ !$response.body.next }}',
		},
	};
	const { execution } = await runWorkflow(
		workflow([await httpRequest(`${baseUrl}/balance`, 4.2, { pagination })]),
	);
	expect(elsewhere.visits).toEqual([]);
	expect(execution.status).toBe('error');
	expect(execution.stored).toContain('only sent to the base address of its credential');
});

it('follows no redirect in the test of the credential, which fails', async () => {
	for (const location of addresses().slice(0, 2)) {
		await redirectTo(302, location);
		const tested = await (await n8n()).testCredential(await credential(), credentialData());
		expect(elsewhere.visits).toEqual([]);
		expect(tested).toMatchObject({
			status: 'Error',
			// n8n 1.x says the status alone.
			message: expect.stringMatching(
				isOlder ? /302/ : /redirects to another address\. .* not followed, .* Check the base/,
			) as string,
		});
	}
});

it('follows neither a redirect nor a link of a result in its own node, and says so', async () => {
	await redirectTo(308, addresses()[0]);
	const balance = await serviceNode('Balance', 'account', 'getBalance');
	const redirected = await runWorkflow(workflow([balance]));
	expect(redirected.execution.error?.message).toContain('redirect');
	expect(redirected.execution.error?.description).toContain('so the key was not sent anywhere else');

	await sandbox().post('/faults', {
		kind: 'status',
		status: 200,
		endpoint: 'prospectingResult',
		body: { file: `https://localhost:${elsewhere.port}/f.zip` },
	});
	const result = await serviceNode('Result', 'prospecting', 'getProspectingResult', {
		jobId: 1,
		resultAs: 'file',
	});
	const linked = await runWorkflow(workflow([result]));
	expect(linked.execution.error?.description).toContain('its link was not followed: it points to a private');
	expect(elsewhere.visits).toEqual([]);
});

it('asks the service alone about an event that names links', async () => {
	const { id, name } = await credential();
	const client = await n8n();
	const trigger = node(
		'Trigger',
		'n8n-nodes-person-company-data.personCompanyDataTrigger',
		{ includeResult: true, resultAs: 'items' },
		{ credentials: { [CREDENTIAL_TYPE]: { id, name } } },
	);
	const created = await client.createWorkflow({
		name: 'Events with links',
		nodes: [trigger],
		connections: {},
	});
	await client.activate(created);
	const [address] = addresses();
	const links = {
		file: address,
		url: address,
		link: address,
		next: address,
		baseUrl: address,
		resume: address,
	};
	const url = `${client.url}${eventsPath(created, created.nodes[0])}?resume=${encodeURIComponent(address)}`;
	await sandbox().post('/faults', {
		kind: 'status',
		status: 200,
		endpoint: 'prospectingResult',
		times: 'always',
		body: { results: [{ a: 1 }] },
	});
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ job_id: 77, job_type: 'prospecting', status: 'done', ...links }),
	});
	expect(answer.status).toBe(200);
	let ids: string[] = [];
	while (ids.length === 0) ids = await client.listExecutions(created.id);
	const { nodes } = await client.waitForExecution(ids[0]);
	await client.deactivate(created.id);
	expect(nodes.Trigger[0].json).toMatchObject([{ results: [{ a: 1 }], event: { job_id: 77 } }]);
	expect(nodes.Trigger[0].json[0]).not.toHaveProperty('url');
	expect(elsewhere.visits).toEqual([]);
});
