import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runsOn } from './support/runs';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';

/** Finding B2B companies, and enriching one by one. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 400 }, (started) => {
	sandbox = started;
});

const run = runsOn(() => sandbox);

/** Companies that have an ID: those that do not divide by 20. */
const known = [1, 2, 3];

describe('B2B Company > Find', () => {
	it('turns CNPJs into the IDs that enrichment takes', async () => {
		const items = known.map((i) => ({ cnpj: sandbox.companies.cnpj(i) }));
		const found = await run('b2bCompany', 'find', {}, items);
		expect(found.items.map(({ json }) => json)).toMatchObject(
			known.map((i) => ({
				outcome: 'found',
				companyId: sandbox.companies.id(i),
				cnpj: sandbox.companies.cnpj(i),
			})),
		);
		const enriched = await run(
			'b2bCompany',
			'enrichCompanyBatch',
			{},
			found.items.map(({ json }) => json),
		);
		expect(enriched.items.map(({ json }) => json.outcome)).toEqual(Array(3).fill('enriched'));
	});

	it('finds by profile URL', async () => {
		const url_social = sandbox.companies.socialUrl(2);
		const { items } = await run('b2bCompany', 'find', { findBy: 'url_social' }, [{ url_social }]);
		expect(items[0].json).toMatchObject({
			outcome: 'found',
			companyId: sandbox.companies.id(2),
			profileUrl: url_social,
		});
		expect(sandbox.requests.last?.body).toEqual({ url_social });
	});

	it('says that a company has no ID, and charges nothing more', async () => {
		const cnpj = '11222333000181';
		const [kept, dropped, failing] = await Promise.all(
			['item', 'drop', 'error'].map(
				async (ifNothingFound) =>
					await run('b2bCompany', 'find', { options: { ifNothingFound } }, [{ cnpj }]),
			),
		);
		expect(kept.items[0].json).toMatchObject({ outcome: 'not found', cnpj });
		expect(dropped.items).toEqual([]);
		expect(failing.errorItems[0].json.error).toMatch(/^The service found nothing for this item/);
	});
});

describe.each([
	['b2bPerson', 'id_pessoa', 'b2bPersonEnrich'],
	['b2bCompany', 'id_empresa', 'b2bCompanyEnrich'],
] as const)('%s > Enrich', (resource, name, endpoint) => {
	const by = { identifyBy: name };
	const operation = resource === 'b2bPerson' ? 'enrichPersons' : 'enrichCompanies';
	const items = (): IDataObject[] =>
		known.map((i) => ({
			[name]: resource === 'b2bPerson' ? sandbox.persons.id(i) : sandbox.companies.id(i),
		}));

	it('sends each contact in a call of its own, and pairs the results', async () => {
		const { items: got } = await run(resource, operation, by, [...items(), items()[0]]);
		expect(sandbox.requests.of(endpoint).map(({ body }) => body)).toEqual(
			expect.arrayContaining(items().map((contato) => ({ contato }))),
		);
		expect(sandbox.requests.of(endpoint)).toHaveLength(3);
		expect(sandbox.ledger.charged('b2b')).toBe(3);
		const paired = got.flatMap(({ pairedItem }) => pairedItem as { item: number } | Array<{ item: number }>);
		expect(paired.map(({ item }) => item).sort()).toEqual([0, 1, 2, 3]);
		expect(got.every(({ json }) => json.outcome === 'enriched')).toBe(true);
	});

	it('returns at once when wanted, with the address of a webhook', async () => {
		const url = `${sandbox.filesUrl}/hook`;
		sandbox.set({ webhookProbe: 'none' });
		const { items: got } = await run(
			resource,
			operation,
			{ ...by, afterSubmission: 'return', options: { url_webhook: url } },
			items().slice(0, 1),
		);
		expect(got[0].json.batchId).toEqual(expect.any(String));
		expect(sandbox.requests.last?.body).toMatchObject({ url_webhook: url });
	});
});

describe('a record that failed', () => {
	beforeEach(() => void sandbox.set({ failEveryNthRecord: 2 }));

	it.each([
		['enrichPersonBatch', 4],
		['enrichPersons', 1],
		['enrichPersonNow', 4],
	])('goes to the error output when wanted, as refunded: %s', async (operation, count) => {
		if (operation === 'enrichPersons') sandbox.set({ failEveryNthRecord: 1 });
		const items = Array.from({ length: count }, (_, i) => ({ id_pessoa: sandbox.persons.id(i) }));
		const options = { ifRecordFails: 'error', maxConcurrentRequests: 1 };
		const { items: got, errorItems, hints } = await run('b2bPerson', operation, placed(options), items);
		expect(got).toHaveLength(Math.floor(count / 2));
		expect(errorItems).toHaveLength(count - Math.floor(count / 2));
		expect(errorItems[0].json.error).toMatch(/^The service could not enrich this record: ".+"$/);
		const { length } = errorItems;
		expect(hints.some(({ message }) => message.includes(`${length} refunded`))).toBe(true);
		expect(sandbox.ledger.refunded('b2b')).toBe(length);
	});
});
