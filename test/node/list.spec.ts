import type { IDataObject } from 'n8n-workflow';

import { reasonFor } from '../../contract/outcomes';
import type { Sandbox } from '../../sandbox';
import { refusedBy } from '../support/crmReceiver';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { enrichList, values } from './support/enrichList';
import { useSandbox } from './support/useSandbox';

/** A list of mixed rows: what each is recognised as, what is paid for it, and one output for each. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 300 }, (started) => {
	sandbox = started;
});

const enrich = async (items: readonly IDataObject[], more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await enrichList(sandbox, items, more);

const finds = () => sandbox.requests.of('b2bCompanyFind');
const companyBatches = () => sandbox.requests.of('b2bCompanyEnrichBatch');
const personBatches = () => sandbox.requests.of('b2bPersonEnrichBatch');
const lookups = () => sandbox.requests.of('personGet');
const contactsOf = (batches: ReturnType<typeof companyBatches>): IDataObject[] =>
	batches.flatMap(({ body }) => (body as { contatos: IDataObject[] }).contatos);
const spent = (wallet: 'b2b' | 'b2c') => sandbox.ledger.charged(wallet) - sandbox.ledger.refunded(wallet);
const outcomes = ({ items }: NodeResult) => items.map(({ json }) => json.outcome);
const paired = ({ items }: NodeResult) => items.map(({ pairedItem }) => pairedItem);
const everyItem = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

/** A CNPJ that is valid, but of no company. */
const UNKNOWN_CNPJ = '11.222.333/0001-81';

const formatted = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

/** A row of each kind, and rows that are wrong, unknown or the same as others. */
const mixed = (): IDataObject[] => {
	const { companies, persons } = sandbox;
	return values(
		formatted(companies.cnpj(1)),
		Number(companies.cnpj(2)),
		companies.cnpj(7),
		persons.email(0),
		persons.socialUrl(1),
		companies.socialUrl(3),
		persons.cpf(2),
		companies.cnpj(1),
		'12.345.678/0001-00',
		UNKNOWN_CNPJ,
		persons.email(0).toUpperCase(),
		'',
	);
};

describe('a mixed list', () => {
	it('has one output for each row, in order', async () => {
		sandbox.set({ notStatedPrice: 'free' });
		const result = await enrich(mixed());
		expect(result.error).toBeUndefined();
		expect(outcomes(result)).toEqual([
			...Array<string>(8).fill('enriched'),
			'invalid',
			'not found',
			'enriched',
			'invalid',
		]);
		expect(paired(result)).toEqual(everyItem(12));
		const { companies, persons } = sandbox;
		expect(contactsOf(companyBatches())).toEqual([
			{ id_empresa: companies.id(1) },
			{ id_empresa: companies.id(2) },
			{ id_empresa: companies.id(7) },
			{ url_social: companies.socialUrl(3) },
		]);
		expect(contactsOf(personBatches())).toEqual([
			{ email: persons.email(0) },
			{ url_social: persons.socialUrl(1) },
		]);
		expect(lookups().map(({ query }) => query.cpf)).toEqual([persons.cpf(2)]);
		expect(finds()).toHaveLength(4);
		expect([spent('b2b'), spent('b2c')]).toEqual([6, 1]);
		expect(result.items.map(({ json }) => json.reason)).toEqual([
			...Array<undefined>(8).fill(undefined),
			'The contact is neither a CPF nor a CNPJ: its length or check digits are wrong.',
			'The service has no B2B company with this CNPJ, so nothing was charged for enriching it.',
			undefined,
			"The contact is missing: the column 'contact' is empty.",
		]);
		expect(result.items[6].json).toMatchObject({ cpf: persons.cpf(2), name: persons.name(2) });
	});

	it('tells the plan of each row and the credits of each balance beforehand', async () => {
		const { items } = await enrich(mixed(), { parameters: { previewCost: true } });
		const [{ json: sum }, ...plans] = items;
		expect(sum).toMatchObject({
			value: '12 rows',
			recognisedAs: '5 CNPJ, 2 Email, 2 Profile URL, 1 CPF, 2 not recognised',
			creditsLikely: 8,
			creditsAtMost: 12,
			requests: 9,
		});
		expect(sum.reason).toMatch(/^7 to 11 B2B credits and up to 1 B2C credit, about 9 requests, balance /);
		expect(plans.map(({ json }) => json.recognisedAs)).toEqual([
			...['CNPJ', 'CNPJ', 'CNPJ', 'Email', 'Profile URL', 'Profile URL', 'CPF', 'CNPJ'],
			...['not recognised', 'CNPJ', 'Email', 'not recognised'],
		]);
		expect(plans.map(({ json }) => json.creditsAtMost)).toEqual([2, 2, 2, 1, 1, 1, 1, 0, 0, 2, 0, 0]);
		expect(plans.map(({ json }) => json.outcome)).toEqual(
			plans.map((_, i) => (i === 8 || i === 11 ? 'invalid' : 'planned')),
		);
		expect(plans[6].json.reason).toBe('1 B2C credit per document found.');
		expect(paired({ items: plans } as unknown as NodeResult)).toEqual(everyItem(12));
		expect(sandbox.ledger.charged()).toBe(0);
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['balance']);
	});
});

describe('five CNPJs, formatted, as number, wrong, unknown and with letters', () => {
	const five = (): IDataObject[] => {
		const { companies } = sandbox;
		const cnpjs = [
			formatted(companies.cnpj(1)),
			Number(companies.cnpj(2)),
			'12.345.678/0001-00',
			UNKNOWN_CNPJ,
			companies.cnpj(7),
		];
		return cnpjs.map((cnpj, i) => ({ customer: i + 1, cnpj }));
	};
	it('come out as five leads in order, with the columns of their rows and what became of them', async () => {
		sandbox.set({ notStatedPrice: 'free' });
		const { items, error, hints } = await enrich(five(), {
			parameters: { output: 'simplified', includeInputFields: true },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(everyItem(5));
		const { companies } = sandbox;
		const lead = (i: number): IDataObject => ({
			...{ name: companies.name(i), cnpj: companies.cnpj(i), companyId: companies.id(i) },
			...{ outcome: 'enriched', reason: null },
		});
		const rows = items.map(({ json }) => json);
		expect(rows).toMatchObject([
			{ customer: 1, ...lead(1) },
			{ customer: 2, ...lead(2) },
			{ customer: 3, cnpj: '12.345.678/0001-00', outcome: 'invalid' },
			{ customer: 4, cnpj: '11222333000181', outcome: 'not found' },
			{ customer: 5, ...lead(7) },
		]);
		// The same CNPJ, written in another way, is no other column.
		expect(rows.flatMap(Object.keys).filter((name) => name.startsWith('input_'))).toEqual([]);
		// The same columns in the same order, for a file: the user's own, the results, what became of them.
		const columns = [
			...['customer', 'cnpj', 'name', 'email', 'phone', 'phoneType', 'city', 'state', 'website', 'industry'],
			...['employeeRange', 'outcome', 'reason'],
		];
		for (const row of rows) expect(Object.keys(row).slice(0, columns.length)).toEqual(columns);
		expect(hints.map(({ message }) => message).join()).toContain(
			'3 enriched, 1 not found, 1 invalid (row 3). ',
		);
		expect(spent('b2b')).toBe(3);
	});

	it.each(['hubspot', 'pipedrive', 'rdStation'] as const)(
		'come out as %s takes them, only those that are enriched',
		async (crm) => {
			const { items } = await enrich(five(), {
				parameters: { output: crm, includeInputFields: true },
			});
			const { companies } = sandbox;
			// The user's own columns stay beside it.
			expect(items.map(({ json }) => json.customer)).toEqual([1, 2, 3, 4, 5]);
			// So does the key by which a CRM finds the company again, as digits.
			expect(items[0].json.cnpj).toBe(companies.cnpj(1));
			const taken = items.map(({ json }) => json.crm as IDataObject | undefined);
			expect(items.map(({ json }) => json.kind)).toEqual(taken.map((fields) => fields && 'company'));
			expect(taken.map((fields) => fields?.name)).toEqual([
				...[companies.name(1), companies.name(2), undefined, undefined],
				companies.name(7),
			]);
			for (const fields of taken) expect(fields === undefined ? [] : refusedBy(crm, fields)).toEqual([]);
		},
	);
});

it('guesses no identifier: a row without one, or with a plain number, is invalid', async () => {
	const { items } = await enrich([{ a: 'x', b: 'y' }, ...values(10_000_001)]);
	expect(items.map(({ json }) => json.outcome)).toEqual(['invalid', 'invalid']);
	expect(items[0].json.reason).toMatch(/^The contact has no filled column with a usual name/);
	expect(items[1].json.reason).toMatch(/^The contact is a number that may be a person ID.*Plain Numbers Are/);
	expect(sandbox.requests.all).toEqual([]);
});

describe('what is not charged twice', () => {
	it('a company that rows name by CNPJ and by ID', async () => {
		const { companies } = sandbox;
		const rows = [{ cnpj: companies.cnpj(1) }, { id_empresa: companies.id(1) }];
		const result = await enrich(rows);
		expect(outcomes(result)).toEqual(['enriched', 'enriched']);
		expect(contactsOf(companyBatches())).toEqual([{ id_empresa: companies.id(1) }]);
	});

	it('nor is a company that could not be found for now, or the others for its sake', async () => {
		sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'b2bCompanyFind', body: { error: 'No' } });
		const rows = values(...[1, 2].map((i) => sandbox.companies.cnpj(i)));
		const { items } = await enrich(rows, {
			parameters: { options: { advanced: { maxConcurrentRequests: 1 } } },
		});
		expect(items.map(({ json }) => json.error ?? json.outcome)).toEqual([
			'The service rejected the request: "No"',
			'enriched',
		]);
		const next = await enrich(rows.slice(0, 1));
		expect(outcomes(next)).toEqual(['enriched']);
	});

	it('in a later execution, with Skip Records Enriched Before: every row has an output', async () => {
		sandbox.set({ failEveryNthRecord: 4 });
		const skip = { parameters: { options: { skipEnriched: true } } };
		const first = await enrich(mixed(), skip);
		expect(outcomes(first).filter((outcome) => outcome === 'enriched')).toHaveLength(8);
		expect(first.items[5].json.outcome).toBe('failed');
		sandbox.set({ failEveryNthRecord: 0 });
		const before = { b2b: spent('b2b'), b2c: spent('b2c'), finds: finds().length };
		const second = await enrich(mixed(), skip);
		expect(outcomes(second)).toEqual([
			...Array<string>(5).fill('skipped'),
			'enriched',
			...['skipped', 'skipped', 'invalid', 'not found', 'skipped', 'invalid'],
		]);
		expect([spent('b2b') - before.b2b, spent('b2c') - before.b2c]).toEqual([1, 0]);
		// What is known by its CNPJ is not asked for again; the unknown one is.
		expect(finds().length - before.finds).toBe(1);
		expect(second.items[0].json.reason).toBe(reasonFor('skipped'));
	});
});

describe('errors', () => {
	it('go to the error output; rows that are invalid or not found do not', async () => {
		sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'personGet', body: { error: 'No' } });
		const { items, errorItems } = await enrich(mixed(), { settings: { onError: 'continueErrorOutput' } });
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 6 }]);
		expect(items).toHaveLength(11);
	});

	it('say in no output what an invalid row holds', async () => {
		const { stored, items } = await enrich(values('123.456.789-00'));
		expect(JSON.stringify(items)).not.toContain('456');
		expect(stored).toContain('invalid');
	});
});

describe('a list in one field', () => {
	/** As a form or a cell with several lines gives it. */
	const list = (): string => {
		const { companies } = sandbox;
		return [
			formatted(companies.cnpj(1)),
			` ${Number(companies.cnpj(2))} `,
			'12.345.678/0001-00',
			'',
			UNKNOWN_CNPJ,
			'CNPJ',
			companies.cnpj(7),
		].join('\r\n');
	};
	const VERDICTS = ['enriched', 'enriched', 'invalid', 'not found', 'invalid', 'enriched'];

	it('has one output for each line, in order, all of the item that holds it', async () => {
		sandbox.set({ notStatedPrice: 'free' });
		const form = { CNPJs: list(), submittedAt: '2026-01-01T00:00:00.000Z', formMode: 'test' };
		const result = await enrich([form], { parameters: { includeInputFields: true } });
		expect(result.error).toBeUndefined();
		expect(outcomes(result)).toEqual(VERDICTS);
		expect(paired(result)).toEqual(Array(6).fill({ item: 0 }));
		// Each has its own line, not the whole list.
		expect(result.items.map(({ json }) => json.CNPJs)).toEqual(
			list()
				.split('\r\n')
				.filter((line) => line !== ''),
		);
		expect(companyBatches()).toHaveLength(1);
		expect(spent('b2b')).toBe(3);
	});

	it('may be whole rows, such as all of a spreadsheet, which keep their own columns', async () => {
		const { companies, persons } = sandbox;
		const contact = [
			{ CNPJ: formatted(companies.cnpj(1)), Vendedor: 'Ana' },
			{ 'E-mail': persons.email(0), Vendedor: 'Bia' },
			{ Vendedor: 'Caio' },
		];
		const form = [{ Confirmed: 'Yes' }];
		const result = await enrich(form, { parameters: { contact, includeInputFields: true } });
		expect(outcomes(result)).toEqual(['enriched', 'enriched', 'invalid']);
		expect(result.items.map(({ json }) => json.Vendedor)).toEqual(['Ana', 'Bia', 'Caio']);
		for (const { json } of result.items) expect(json).not.toHaveProperty('Confirmed');
	});

	it('of several items is one batch, each line paired with its item', async () => {
		sandbox.set({ notStatedPrice: 'free' });
		const { companies, persons } = sandbox;
		const result = await enrich([
			{ emails: `${persons.email(0)}\n${persons.email(1)}` },
			{ cnpj: companies.cnpj(1) },
			{ emails: [persons.email(2), persons.email(0)] },
		]);
		expect(paired(result).map((of) => (of as { item: number }).item)).toEqual([0, 0, 1, 2, 2]);
		expect(outcomes(result)).toEqual(Array(5).fill('enriched'));
		expect([personBatches().length, companyBatches().length, spent('b2b')]).toEqual([1, 1, 4]);
	});

	it('longer than a batch is refused before anything is sent, also of blanks and wrong lines', async () => {
		const lines = (count: number): string => 'x\n'.repeat(count);
		const refused = await enrich([{ cnpjs: lines(10_001) }]);
		expect(refused.error?.message).toContain('Contact has a list of more than 10,000 entries');
		expect(outcomes(await enrich([{ cnpjs: lines(10_000) }]))).toEqual(Array(10_000).fill('invalid'));
		expect(sandbox.requests.traffic.requests).toBe(0);
	});

	it('is waited for by polling, as n8n pairs what comes after a wait by its order alone', async () => {
		const { persons } = sandbox;
		const parameters = { afterSubmission: 'webhook' };
		const emails = `${persons.email(0)}\n${persons.email(1)}`;
		const listed = await enrich([{ emails }, { email: persons.email(2) }], { parameters });
		expect(paired(listed).map((of) => (of as { item: number }).item)).toEqual([0, 0, 1]);
		expect(listed.hints.map(({ message }) => message).join()).toContain('because an item holds a list');
		const settings = { onError: 'continueErrorOutput' } as const;
		const routed = await enrich([{ email: persons.email(3) }], { parameters, settings });
		expect(routed.hints.map(({ message }) => message).join()).toContain(
			'because the node has an error output',
		);
	});

	const eight = (): string[] => Array.from({ length: 8 }, (_, i) => formatted(sandbox.companies.cnpj(i + 1)));
	it.each<[string, () => { readonly items: IDataObject[]; readonly contact?: string }]>([
		['a column with another name', () => ({ items: [{ id: 1, 'Nº CNPJ': eight().join('; ') }] })],
		['the field itself', () => ({ items: [{}], contact: eight().join('\n') })],
		[
			'an expression for the column',
			() => ({ items: [{ x: eight().join(',') }], contact: '={{ $json.x }}' }),
		],
		['an array with several in an entry', () => ({ items: [{ id: 1, cnpjs: [eight().join('\t')] }] })],
	])('of eight CNPJs is pasted into %s, with its own value in each row', async (_, given) => {
		sandbox.set({ notStatedPrice: 'free' });
		const { items, contact } = given();
		const result = await enrich(items, {
			parameters: {
				includeInputFields: true,
				output: 'simplified',
				...(contact !== undefined && { contact }),
			},
		});
		expect(outcomes(result)).toEqual(Array(8).fill('enriched'));
		const texts = result.items.map(({ json }) => Object.values(json));
		for (const [i, cnpj] of eight().entries()) expect(texts[i]).toContain(cnpj);
		expect(spent('b2b')).toBe(8);
	});

	it('is no list where a part of it is no identifier, or in an operation that takes none', async () => {
		const [one, other] = eight();
		const { items } = await enrich([{ cnpjs: `Acme; ${one}; ${other}` }]);
		expect(outcomes({ items } as NodeResult)).toEqual(['invalid']);
		for (const parameters of [
			{ identifyBy: 'cnpj', cnpj: `${one} ${other}` },
			{ identifyBy: 'automatic', contact: `${one}\n${other}` },
		]) {
			const { error } = await runNode({
				credential: credentialFor(sandbox),
				resource: 'b2bCompany',
				operation: 'enrichCompanyBatch',
				parameters,
				items: [{}],
			});
			expect(error?.message).toContain('holds a list.');
			expect(error?.description).toContain('List > Enrich takes a list');
		}
		expect(sandbox.requests.all).toEqual([]);
	});
});

it('says of a row never what an earlier node has said of it', async () => {
	const told = { error: 'It failed before', reason: 'Before', message: 'mine' };
	const { items } = await enrich([{ email: sandbox.persons.email(0), ...told }], {
		parameters: { includeInputFields: true },
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	const [{ json }] = items;
	expect(json).toMatchObject({ input_error: told.error, input_reason: told.reason, message: 'mine' });
	expect(json).not.toHaveProperty('error');
	expect(json).not.toHaveProperty('reason');
});
