import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { EndpointName } from '../../../contract';
import { Companies } from '../../../sandbox/data/companies';
import { Persons } from '../../../sandbox/data/persons';
import { leadsTo } from '../../support/workflowNodes';
import { n8n, node, runWorkflow, sandbox, serviceNode, workflow } from '../support';
import {
	answerAtOnce,
	callsOf,
	loseAnswers,
	personsFrom,
	published,
	requests,
	spent,
	triedAgain,
} from './enriching';
import { ABOUT_PAYMENT, enrichedOf, errorOf, heldBackOf } from './told';

/** What was sent and got no answer may have been paid for: it is not sent again before the user says so. */

const persons = personsFrom(1000);

beforeEach(answerAtOnce);

describe('a batch whose answer was lost', () => {
	it('is not submitted again by the next execution, which has the same contacts in another order', async () => {
		const { run } = await published({});
		const contacts = persons(3);
		await loseAnswers('b2bPersonEnrichBatch');
		expect((await run(contacts)).status).toBe('error');

		const next = await run([...contacts].reverse());
		expect(await spent()).toBe(3);
		expect(await callsOf('b2bPersonEnrichBatch')).toHaveLength(1);
		expect(next.status).toBe('error');
		expect(errorOf(next)).toMatch(ABOUT_PAYMENT);
	});

	it('holds back its contacts alone: the next execution pays for the one lead more that it has', async () => {
		const { run } = await published({});
		const [lead, ...contacts] = persons(4);
		await loseAnswers('b2bPersonEnrichBatch');
		expect((await run(contacts)).status).toBe('error');

		const next = await run([contacts[0], lead, ...contacts.slice(1)]);
		expect(await spent()).toBe(4);
		expect(next.status).toBe('success');
		expect(enrichedOf(next)).toEqual([1]);
		expect(heldBackOf(next)).toEqual([0, 2, 3]);
	});

	it('is not paid for again by Enrich Now in the same node', async () => {
		const { run, edit } = await published({});
		const contacts = persons(3);
		await loseAnswers('b2bPersonEnrichBatch');
		expect((await run(contacts)).status).toBe('error');

		await edit({ operation: 'enrichPersonNow' });
		const next = await run(contacts);
		expect(await spent()).toBe(3);
		expect(await callsOf('b2bPersonEnrichNow')).toHaveLength(0);
		expect(next.status).toBe('error');
		expect(errorOf(next)).toMatch(ABOUT_PAYMENT);
	});

	it('is submitted once more when the user says so, and after that as any other', async () => {
		const { run, edit } = await published({});
		const contacts = persons(3);
		await loseAnswers('b2bPersonEnrichBatch');
		await run(contacts);
		const held = await run([...contacts].reverse());
		expect(await spent()).toBe(3);
		expect(held.status).toBe('error');

		await edit({ options: { ifSentBefore: 'send', advanced: { maxRequestsPerMinute: 0 } } });
		expect(enrichedOf(await run(contacts))).toEqual([0, 1, 2]);
		expect(await spent()).toBe(6);

		await edit({ options: { advanced: { maxRequestsPerMinute: 0 } } });
		expect(enrichedOf(await run(contacts))).toEqual([0, 1, 2]);
		expect(await spent()).toBe(9);
	});

	const companies = new Companies(1, 100);
	const people = new Persons(1, 100, 100);
	const formatted = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
	const bareUrl = (place: number): string => people.socialUrl(place).replace('https://', '');
	it.each<
		[string, INodeParameters, EndpointName, (place: number) => IDataObject, (place: number) => IDataObject]
	>([
		[
			'a CNPJ with and without punctuation',
			{
				resource: 'b2bCompany',
				operation: 'enrichCompanyBatch',
				identifyBy: 'cnpj',
				options: { skipFindingId: true },
			},
			'b2bCompanyEnrichBatch',
			(place) => ({ cnpj: formatted(companies.cnpj(place)) }),
			(place) => ({ cnpj: companies.cnpj(place) }),
		],
		[
			'a profile URL with and without https://www.',
			{ identifyBy: 'url_social' },
			'b2bPersonEnrichBatch',
			(place) => ({ url_social: `https://www.${bareUrl(place)}/` }),
			(place) => ({ url_social: bareUrl(place) }),
		],
	])(
		'is known by its contacts, however they are spelt: %s',
		async (_, parameters, endpoint, before, after) => {
			const { run } = await published(parameters);
			await loseAnswers(endpoint);
			expect((await run([11, 12].map(before))).status).toBe('error');
			const next = await run([12, 11].map(after));
			expect(await spent()).toBe(2);
			expect(next.status).toBe('error');
			expect(errorOf(next)).toMatch(ABOUT_PAYMENT);
		},
	);
});

it('sends ten single submissions without an answer once each, and asks for the balance at most once, however often n8n tries', async () => {
	const { run } = await published({ operation: 'enrichPersons' }, triedAgain);
	const contacts = persons(10);
	await loseAnswers('b2bPersonEnrich', 10);
	const first = await run(contacts);
	const inFirst = await requests();
	const next = await run(contacts);
	const inNext = (await requests()) - inFirst;

	// The ten, the balance, and one to spare.
	expect(inFirst).toBeLessThanOrEqual(12);
	expect(inNext).toBeLessThanOrEqual(1);
	expect(await spent()).toBe(10);
	expect(await callsOf('b2bPersonEnrich')).toHaveLength(10);
	expect([first.status, next.status]).toEqual(['error', 'error']);
	expect(errorOf(next)).toMatch(ABOUT_PAYMENT);
});

/**
 * For n8n the second call of a sub-workflow is an execution of its own, which shares nothing with the first: what
 * came out of that one is paid for again, and only what is uncertain is held back.
 */
it('submits nothing again in a sub-workflow that its parent calls once more', async () => {
	await loseAnswers('b2bPersonEnrichBatch');
	const client = await n8n();
	const input = node('Input', 'executeWorkflowTrigger', { inputSource: 'passthrough' }, { typeVersion: 1.1 });
	const below = await client.createWorkflow({
		name: 'Sub-workflow',
		nodes: [input, await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch')],
		connections: { Input: leadsTo('Enrich') },
	});
	await client.activate(below);
	const call = node(
		'Call',
		'executeWorkflow',
		{ workflowId: { __rl: true, mode: 'id', value: below.id }, options: {} },
		{ typeVersion: 1.2, ...triedAgain, maxTries: 2 },
	);
	const { execution } = await runWorkflow(workflow([call], persons(3)));
	expect(execution.status).toBe('error');
	expect(execution.error?.message).toMatch(ABOUT_PAYMENT);
	expect(await client.listExecutions(below.id)).toHaveLength(2);
	expect((await sandbox().totals()).charged).toBe(3);
	expect(await callsOf('b2bPersonEnrichBatch')).toHaveLength(1);
});
