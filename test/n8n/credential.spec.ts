import type { INode, INodeParameters } from 'n8n-workflow';

import { redirect } from '../support/chaosCases';
import { startElsewhere, type Elsewhere } from '../support/elsewhere';
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
	workflow,
} from './support';

/** What n8n itself does with the key: in its HTTP Request node, and in the test of the credential. */

let elsewhere: Elsewhere;
let stolen: string;
beforeAll(async () => {
	elsewhere = await startElsewhere();
	stolen = `http://127.0.0.1:${elsewhere.port}/stolen`;
});
beforeEach(() => {
	elsewhere.visits.length = 0;
});
afterAll(async () => await elsewhere.close());

const answerBalance = async (fault: object): Promise<void> =>
	await sandbox().post('/faults', { ...fault, endpoint: 'balance', times: 'always' });

describe('the HTTP Request node with the credential', () => {
	async function request(url: string, options: INodeParameters = {}, typeVersion = 4.2): Promise<INode> {
		const { id, name } = await credential();
		return node(
			'Request',
			'httpRequest',
			{ url, authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL_TYPE, options },
			{ typeVersion, credentials: { [CREDENTIAL_TYPE]: { id, name } } },
		);
	}
	const balance = (): string => `${readShared().baseUrl}/balance`;
	const REFUSED = 'goes to another address than the credential, so nothing was sent';

	it('reaches the address of the credential', async () => {
		const { execution, outputs } = await runWorkflow(workflow([await request(balance())]));
		expect(execution.error).toBeUndefined();
		expect(outputs.Request[0]).toHaveProperty('balance');
	});

	it('reaches no other address', async () => {
		const { execution } = await runWorkflow(workflow([await request(`${readShared().n8nUrl}/healthz`)]));
		expect(execution.status).toBe('error');
		expect(execution.stored).toContain(REFUSED);
	});

	it.each([
		[301, 4.2],
		[307, 4.3],
	])('follows no redirect, which would take the key along (%i, version %d)', async (status, version) => {
		await answerBalance(redirect(status, stolen));
		const wanted = { redirect: { redirect: { followRedirects: true, maxRedirects: 21 } } };
		const { execution } = await runWorkflow(workflow([await request(balance(), wanted, version)]));
		expect(elsewhere.visits).toEqual([]);
		expect(execution.status).toBe('error');
		expect(`${execution.error?.message} ${execution.error?.description}`).toContain(String(status));
	});

	it('follows no link to a next page elsewhere', async () => {
		await answerBalance({ kind: 'status', status: 200, body: { next: stolen, results: [] } });
		const pagination = {
			pagination: {
				paginationMode: 'responseContainsNextURL',
				nextURL: '={{ $response.body.next }}',
				paginationCompleteWhen: 'other',
				completeExpression: '={{ !$response.body.next }}',
			},
		};
		const { execution } = await runWorkflow(workflow([await request(balance(), { pagination })]));
		expect(elsewhere.visits).toEqual([]);
		expect(execution.status).toBe('error');
		expect(execution.stored).toContain(REFUSED);
	});
});

describe("the credential's own test", () => {
	const tested = async (changes: Record<string, string> = {}) =>
		await (await n8n()).testCredential(await credential(), credentialData(changes));

	it('passes for the service', async () => {
		expect(await tested()).toEqual({ status: 'OK', message: expect.any(String) });
	});

	it.each([
		['a wrong key', { apiKey: 'wrong-key' }, /authoriz|key|credential/i],
		['an address where nobody answers', { baseUrl: 'http://127.0.0.1:9/v1' }, /connect|refused|reach/i],
		['an address that is none', { baseUrl: 'not an address' }, /address|url/i],
	])('says what is wrong with %s, without the key', async (_what, changes, message) => {
		const result = await tested(changes);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
		expect(result.message).not.toContain('wrong-key');
	});

	it.each([
		['a web page', '<!doctype html><title>Welcome</title>'],
		['nothing', ''],
	])('fails for an address that answers with %s', async (_what, body) => {
		elsewhere.answer = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(body);
		const result = await tested({ baseUrl: `http://127.0.0.1:${elsewhere.port}` });
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('not API data') as string,
		});
	});

	it('follows no redirect, and says so', async () => {
		await answerBalance(redirect(302, stolen));
		const result = await tested();
		expect(elsewhere.visits).toEqual([]);
		// n8n 1.x says the status alone.
		const message = isOlder ? /302/ : /redirects to another address\. .*not followed, .*Check 'Base Address'/;
		expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(message) as string });
	});
});
