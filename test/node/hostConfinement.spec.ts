import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import { startSandbox, type Fault } from '../../sandbox';
import { redirect, SUBJECTS } from '../support/chaosCases';
import { addressesOf, startElsewhere, type Elsewhere } from '../support/elsewhere';
import { credentialFor, type NodeResult } from '../support/harness';
import { Editor } from './support/editor';
import { useNode } from './support/useNode';

/**
 * The key goes to the host of the credential's base address alone. A second server stands by, to which the service's
 * answers and the user's input point: nothing may reach it. What n8n's own nodes may send, credential.spec shows.
 */

const { sandbox, run } = useNode({ apiKey: 'host-confined-key', persons: 50, companies: 50 });

let elsewhere: Elsewhere;
beforeAll(async () => void (elsewhere = await startElsewhere()));
beforeEach(() => {
	elsewhere.visits.length = 0;
});
afterAll(async () => await elsewhere.close());
const addresses = (): readonly string[] => addressesOf(elsewhere.port, new URL(sandbox.baseUrl).port);

const answerWith = (endpoint: EndpointName, more: Partial<Fault>): void =>
	sandbox.faults.add({ kind: 'status', endpoint, times: 'always', ...more });
const told = ({ error, items }: NodeResult): string => JSON.stringify([error, items.map(({ json }) => json)]);
const company = (): IDataObject => ({ identifyBy: 'id_empresa', id_empresa: sandbox.companies.id(1) });

const REDIRECTED =
	/The service answered with a redirect .*Redirects are not followed, so the key was sent nowhere else\. Check 'Base Address'/;

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])('%i is not followed, however it is written', async (status) => {
		for (const location of addresses()) {
			answerWith('balance', { ...redirect(status, location), times: 1 });
			expect(told(await run('account.getBalance'))).toMatch(REDIRECTED);
		}
		expect(elsewhere.visits).toEqual([]);
	});

	it.each(SUBJECTS.map((subject) => [`${subject.resource}.${subject.operation}`, subject] as const))(
		'is not followed by %s',
		async (name, { endpoint, parameters, items }) => {
			answerWith(endpoint, redirect(307, addresses()[0]));
			expect(told(await run(name, parameters, items(sandbox)))).toMatch(REDIRECTED);
			expect(elsewhere.visits).toEqual([]);
		},
	);

	it('is not followed by a list of the editor, which says so', async () => {
		answerWith('cities', redirect(302, addresses()[0]));
		await expect(new Editor(credentialFor(sandbox)).list('cities')).rejects.toThrow(/redirect/);
		expect(elsewhere.visits).toEqual([]);
	});
});

describe('an address in an answer', () => {
	it('to poll at is read for its ID alone (202 with Location)', async () => {
		const known = `http://127.0.0.1:${elsewhere.port}/b2b/status/from-elsewhere`;
		for (const Location of [...addresses(), known]) {
			sandbox.reset();
			answerWith('b2bCompanyEnrichNow', { status: 202, body: {}, headers: { Location } });
			await run('b2bCompany.enrichCompanyNow', { ...company(), waitLimit: 1 });
			const polls = sandbox.requests.of('batchStatus').map(({ path }) => path.startsWith('/v1/b2b/'));
			expect([...new Set(polls)]).toEqual([true]);
		}
		expect(elsewhere.visits).toEqual([]);
	});

	it('of a batch or job that was accepted is not called (201 and 202 with Location)', async () => {
		const [url] = addresses();
		const links = { localizacao: url, location: url, url, status_url: url, next: url };
		const headers = { Location: url };
		answerWith('b2bCompanyEnrichBatch', {
			status: 202,
			body: { id_processamento: 'abc', ...links },
			headers,
		});
		answerWith('personJob', { status: 201, body: { id: 7, ...links }, headers });
		await run('b2bCompany.enrichCompanyBatch', { ...company(), waitLimit: 1 });
		const job = { jobName: 'Synthetic', quantity: 5, filters: { states: ['SP'] } };
		await run('prospecting.createPersonJob', { ...job, waitLimit: 1 });
		for (const endpoint of ['batchStatus', 'prospectingResult'] as const)
			expect(sandbox.requests.of(endpoint)).not.toEqual([]);
		expect(elsewhere.visits).toEqual([]);
	});
});

describe('the link of a result', () => {
	const getResult = async (file: string): Promise<string> => {
		answerWith('prospectingResult', { status: 200, body: { file } });
		return told(await run('prospecting.getProspectingResult', { jobId: 1, resultAs: 'file' }));
	};

	it.each([
		['http to another host', 'http://localhost:PORT/f.zip', 'does not start with https://'],
		['a private address', 'https://localhost:PORT/f.zip', 'points to a private network address'],
		['another protocol', 'ftp://127.0.0.1:PORT/f.zip', 'does not start with https://'],
	])('is refused with %s', async (_, link, reason) => {
		const refused = await getResult(link.replace('PORT', String(elsewhere.port)));
		for (const part of ['its link was not followed', reason, 'Nothing is lost'])
			expect(refused).toContain(part);
		expect(elsewhere.visits).toEqual([]);
	});

	it('is fetched without the key, and leads no further', async () => {
		const second = await startElsewhere();
		const Location = `http://127.0.0.1:${second.port}/f.zip`;
		elsewhere.answer = (response) => response.writeHead(302, { Location }).end();
		const refused = await getResult(`http://127.0.0.1:${elsewhere.port}/f.zip`);
		await second.close();
		expect(refused).toMatch(/: it redirects to another address\. Nothing is lost/);
		expect(elsewhere.visits).toHaveLength(1);
		expect(JSON.stringify(elsewhere.visits)).not.toMatch(/authorization|host-confined-key/i);
		expect(second.visits).toEqual([]);
	});
});

it('an ID of a batch leads to no other path', async () => {
	const ids = ['..', '.', '../../x', '@127.0.0.1', '%2e%2e', '..\\x'];
	for (const id of [...ids, `//127.0.0.1:${elsewhere.port}/x`])
		await run('enrichmentBatch.getStatus', { id_processamento: id });
	const paths = sandbox.requests.all.map(({ path }) => path);
	expect(paths.filter((path) => !path.startsWith('/v1/b2b/status/'))).toEqual([]);
	expect(elsewhere.visits).toEqual([]);
});

it('nothing is taken up at a new base address that was begun at the old one', async () => {
	const other = await startSandbox({ clock: 'manual', apiKey: sandbox.apiKey, persons: 50, companies: 50 });
	const parameters = { ...company(), afterSubmission: 'return' };
	for (const service of [sandbox, other])
		await run('b2bCompany.enrichCompanyBatch', parameters, [{}], { credential: credentialFor(service) });
	const sent = [sandbox, other].map(({ requests }) => requests.of('b2bCompanyEnrichBatch').length);
	await other.close();
	expect(sent).toEqual([1, 1]);
});
