import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import type { EndpointName } from '../../contract';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { redirect, SUBJECTS } from '../support/chaosCases';
import { Editor } from './support/editor';
import { addressesOf, startElsewhere, type Elsewhere } from '../support/elsewhere';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/**
 * The key goes to the host of the credential's base address alone. A second server stands by, to which the
 * service's answers, the user's input and the credential point: nothing may reach it.
 */

let sandbox: Sandbox;
let elsewhere: Elsewhere;
useSandbox({ apiKey: 'host-confined-key', persons: 50, companies: 50 }, (started) => (sandbox = started));
beforeAll(async () => void (elsewhere = await startElsewhere()));
beforeEach(() => {
	elsewhere.visits.length = 0;
});
afterAll(async () => await elsewhere.close());

const servicePort = (): string => new URL(sandbox.baseUrl).port;
const addresses = (): readonly string[] => addressesOf(elsewhere.port, servicePort());

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	items?: IDataObject[],
) =>
	await runNode({
		credential: credentialFor(sandbox),
		resource,
		operation,
		parameters: {
			...parameters,
			options: {
				...(parameters.options as object),
				advanced: {
					maxRequestsPerMinute: 0,
					...((parameters.options as IDataObject | undefined)?.advanced as IDataObject),
				},
			},
		},
		items,
	});
const balance = async (parameters?: IDataObject) => await run('account', 'getBalance', parameters);

const answerWith = (endpoint: EndpointName, more: Partial<Fault>): void =>
	sandbox.faults.add({ kind: 'status', endpoint, times: 'always', ...more });

const told = ({ error, items, errorItems }: NodeResult): string =>
	JSON.stringify([error?.message, error?.description, [...items, ...errorItems].map(({ json }) => json)]);

const REDIRECTED =
	/The service answered with a redirect .*The redirect was not followed, so the key was not sent anywhere else\. Check the base address/;

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])('%i is not followed, however it is written', async (status) => {
		for (const location of addresses()) {
			answerWith('balance', { ...redirect(status, location), times: 1 });
			expect(told(await balance())).toMatch(REDIRECTED);
		}
		expect(elsewhere.visits).toEqual([]);
	});

	it.each(SUBJECTS.map((subject) => [`${subject.resource}.${subject.operation}`, subject] as const))(
		'is not followed by %s',
		async (_, { resource, operation, endpoint, parameters, items }) => {
			answerWith(endpoint, redirect(307, addresses()[0]));
			expect(told(await run(resource, operation, parameters, items(sandbox)))).toMatch(REDIRECTED);
			expect(elsewhere.visits).toEqual([]);
		},
	);

	it('is not followed by a list of the editor, which says so', async () => {
		answerWith('cities', redirect(302, addresses()[0]));
		const editor = new Editor(credentialFor(sandbox));
		const refused = await editor.list('cities').catch((error: Error) => error);
		expect(String((refused as Error).message)).toMatch(/redirect/);
		expect(elsewhere.visits).toEqual([]);
	});
});

describe('an address in an answer', () => {
	it('to poll at is read for its ID alone (202 with Location)', async () => {
		for (const location of [...addresses(), `http://127.0.0.1:${elsewhere.port}/b2b/status/from-elsewhere`]) {
			sandbox.reset();
			answerWith('b2bCompanyEnrichNow', { status: 202, body: {}, headers: { Location: location } });
			await run('b2bCompany', 'enrichCompanyNow', { identifyBy: 'id_empresa', waitLimit: 1 }, [
				{ id_empresa: sandbox.companies.id(1) },
			]);
			const polls = sandbox.requests.of('batchStatus');
			expect(polls.length).toBeGreaterThan(0);
			expect(new Set(polls.map(({ path }) => path.startsWith('/v1/b2b/')))).toEqual(new Set([true]));
		}
		expect(elsewhere.visits).toEqual([]);
	});

	it('of a batch or job that was accepted is not called (201 and 202 with Location)', async () => {
		const [address] = addresses();
		const links = {
			localizacao: address,
			location: address,
			url: address,
			status_url: address,
			next: address,
		};
		answerWith('b2bPersonEnrichBatch', {
			status: 202,
			body: { id_processamento: 'abc', ...links },
			headers: { Location: address },
		});
		answerWith('personJob', { status: 201, body: { id: 7, ...links }, headers: { Location: address } });
		await run('b2bPerson', 'enrichPersonBatch', { waitLimit: 1 }, [{ id_pessoa: sandbox.persons.id(0) }]);
		await run('prospecting', 'createPersonJob', {
			jobName: 'Synthetic',
			quantity: 5,
			filters: { states: ['SP'] },
			waitLimit: 1,
		});
		expect(sandbox.requests.of('batchStatus').length).toBeGreaterThan(0);
		expect(sandbox.requests.of('prospectingResult').length).toBeGreaterThan(0);
		expect(elsewhere.visits).toEqual([]);
	});
});

describe('the link of a result', () => {
	const getResult = async (file: string): Promise<NodeResult> => {
		sandbox.reset();
		answerWith('prospectingResult', { status: 200, body: { file } });
		return await run('prospecting', 'getProspectingResult', { jobId: 1, resultAs: 'file' });
	};

	it.each([
		[
			'http to another host',
			(port: number) => `http://localhost:${port}/f.zip`,
			'does not start with https://',
		],
		[
			'a private address',
			(port: number) => `https://localhost:${port}/f.zip`,
			'points to a private network address',
		],
		[
			'another protocol',
			(port: number) => `ftp://127.0.0.1:${port}/f.zip`,
			'it does not start with https://',
		],
	])('is refused with %s', async (_, link, reason) => {
		const { error } = await getResult(link(elsewhere.port));
		expect(error?.description).toContain('its link was not followed');
		expect(error?.description).toContain(reason);
		expect(error?.description).toContain('Nothing is lost');
		expect(elsewhere.visits).toEqual([]);
	});

	it('is fetched without the key, and leads no further', async () => {
		const second = await startElsewhere();
		try {
			elsewhere.answer = (response) =>
				response.writeHead(302, { Location: `http://127.0.0.1:${second.port}/f.zip` }).end();
			const { error } = await getResult(`http://127.0.0.1:${elsewhere.port}/f.zip`);
			expect(error?.description).toMatch(/: it redirects to another address\. Nothing is lost/);
			expect(elsewhere.visits).toHaveLength(1);
			expect(elsewhere.visits[0].headers).not.toHaveProperty('authorization');
			expect(JSON.stringify(elsewhere.visits)).not.toContain(sandbox.apiKey);
			expect(second.visits).toEqual([]);
		} finally {
			await second.close();
		}
	});
});

describe('what the user enters', () => {
	it('leads no ID of a batch to another path', async () => {
		for (const id of [
			'..',
			'.',
			'../../x',
			`//127.0.0.1:${elsewhere.port}/x`,
			'@127.0.0.1',
			'%2e%2e',
			'..\\x',
		]) {
			await run('enrichmentBatch', 'getStatus', { id_processamento: id });
		}
		const strays = sandbox.requests.all.filter(({ path }) => !path.startsWith('/v1/b2b/status/'));
		expect(strays.map(({ path }) => path)).toEqual([]);
		expect(elsewhere.visits).toEqual([]);
	});
});

describe('a credential whose base address was edited', () => {
	it('takes nothing up at the new address that was begun at the old one', async () => {
		const other = await startSandbox({ clock: 'manual', apiKey: sandbox.apiKey, persons: 50, companies: 50 });
		try {
			sandbox.set({ batchMinimumSeconds: 3600 });
			const settings = {
				credential: credentialFor(sandbox),
				resource: 'b2bPerson',
				operation: 'enrichPersonBatch',
			};
			const parameters = { afterSubmission: 'return' };
			const items = [{ id_pessoa: sandbox.persons.id(0) }];
			await runNode({ ...settings, parameters, items });
			await runNode({ ...settings, credential: credentialFor(other), parameters, items });
			const [first, second] = [sandbox, other].map(({ requests }) => requests.of('b2bPersonEnrichBatch'));
			expect([first.length, second.length]).toEqual([1, 1]);
			expect(first[0].path).toBe(second[0].path);
		} finally {
			await other.close();
		}
	});
});

describe("n8n's own nodes with the credential", () => {
	const authenticate = async (request: IHttpRequestOptions) =>
		await new PersonCompanyDataApi().authenticate(credentialFor(sandbox) as never, request);

	it('are refused when one of two addresses leads elsewhere', async () => {
		const here = `${sandbox.baseUrl}/balance`;
		for (const there of addresses()) {
			for (const request of [
				{ url: here, uri: there },
				{ url: there, uri: here },
				{ url: there },
				{ uri: there },
				{ url: there, baseURL: sandbox.baseUrl },
			]) {
				await expect(authenticate(request as IHttpRequestOptions)).rejects.toThrow(
					/only sent to the base address of its credential, and this request goes to another address\. Nothing was sent\. Correct the URL/,
				);
			}
		}
	});
});
