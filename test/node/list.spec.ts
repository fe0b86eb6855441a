import type { IDataObject } from 'n8n-workflow';

import { normalizeCpf } from '../../contract/input';
import { reasonFor } from '../../contract/outcomes';
import { crms, refusedBy } from '../support/crmReceiver';
import type { NodeResult, NodeRun } from '../support/harness';
import { outcomesOf, rowsOf, useNode } from './support/useNode';

/** A list of mixed rows: what each is recognized as, what is paid for it, and one output for each. */

const { sandbox, run } = useNode({ persons: 300, companies: 300 });

const enrich = async (
	items: readonly IDataObject[],
	parameters: IDataObject = {},
	more: Partial<NodeRun> = {},
): Promise<NodeResult> => await run('list.enrichList', parameters, items, more);
const values = (...contacts: unknown[]): IDataObject[] =>
	contacts.map((contact) => ({ contact }) as IDataObject);

const finds = () => sandbox.requests.of('b2bCompanyFind');
const contactsOf = (endpoint: 'b2bCompanyEnrichBatch' | 'b2bPersonEnrichBatch'): IDataObject[] =>
	sandbox.requests.of(endpoint).flatMap(({ body }) => (body as { contatos: IDataObject[] }).contatos);
const spent = (wallet: 'b2b' | 'b2c'): number =>
	sandbox.ledger.charged(wallet) - sandbox.ledger.refunded(wallet);
const paired = ({ items }: NodeResult): unknown[] =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const enriched = (count: number): string[] => Array<string>(count).fill('enriched');

/** A CNPJ that is valid, but of no company. */
const UNKNOWN_CNPJ = '11.222.333/0001-81';
const formatted = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
beforeEach(() => void sandbox.set({ notStatedPrice: 'free' }));

describe('a mixed list', () => {
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

	it('has one output for each row, in order', async () => {
		const result = await enrich(mixed());
		expect(outcomesOf(result)).toEqual([...enriched(8), 'invalid', 'not found', 'enriched', 'invalid']);
		expect(paired(result)).toEqual(numbers(12));
		const { companies, persons } = sandbox;
		expect(contactsOf('b2bCompanyEnrichBatch')).toEqual([
			...[1, 2, 7].map((i) => ({ id_empresa: companies.id(i) })),
			{ url_social: companies.socialUrl(3) },
		]);
		expect(contactsOf('b2bPersonEnrichBatch')).toEqual([
			...[{ email: persons.email(0) }, { url_social: persons.socialUrl(1) }],
		]);
		expect(sandbox.requests.of('personGet').map(({ query }) => query.cpf)).toEqual([persons.cpf(2)]);
		expect([finds().length, spent('b2b'), spent('b2c')]).toEqual([4, 6, 1]);
		const reasons = rowsOf(result).map(({ reason }) => reason);
		expect(reasons[8]).toBe('The contact is neither a CPF nor a CNPJ: its length or check digits are wrong.');
		expect(reasons[9]).toBe(
			'The service has no B2B company with this CNPJ, so nothing was charged for enriching it.',
		);
		expect(reasons[11]).toBe("The contact is missing: the column 'contact' is empty.");
		expect(result.items[6].json).toMatchObject({ cpf: persons.cpf(2), name: persons.name(2) });
	});

	it('with Skip Records Enriched Before has an output for every row in a later execution', async () => {
		sandbox.set({ failEveryNthRecord: 4 });
		const skip = { options: { skipEnriched: true } };
		expect(outcomesOf(await enrich(mixed(), skip))[5]).toBe('failed');
		sandbox.set({ failEveryNthRecord: 0 });
		const before = [spent('b2b'), spent('b2c'), finds().length];
		const second = await enrich(mixed(), skip);
		expect(outcomesOf(second)).toEqual([
			...Array<string>(5).fill('skipped'),
			...['enriched', 'skipped', 'skipped'],
			...['invalid', 'not found', 'skipped', 'invalid'],
		]);
		// What is known by its CNPJ is not asked for again; the unknown one is.
		const after = [spent('b2b'), spent('b2c'), finds().length];
		expect(after.map((count, i) => count - before[i])).toEqual([1, 0, 1]);
		expect(second.items[0].json.reason).toBe(reasonFor('skipped'));
	});

	it('sends to the error output what failed, and not what is invalid or not found', async () => {
		sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'personGet', body: { error: 'No' } });
		const settings = { onError: 'continueErrorOutput' } as const;
		const { items, errorItems } = await enrich(mixed(), {}, { settings });
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 6 }]);
		expect(items).toHaveLength(11);
	});
});

describe('five CNPJs, formatted, as number, wrong, unknown and with letters', () => {
	const five = (): IDataObject[] => {
		const { companies } = sandbox;
		const cnpjs = [formatted(companies.cnpj(1)), Number(companies.cnpj(2)), '12.345.678/0001-00'];
		return [...cnpjs, UNKNOWN_CNPJ, companies.cnpj(7)].map((cnpj, i) => ({ customer: i + 1, cnpj }));
	};

	it('come out as five leads in order, with the columns of their rows and what became of them', async () => {
		const result = await enrich(five(), { output: 'simplified', includeInputFields: true });
		const { companies } = sandbox;
		const lead = (i: number): IDataObject => ({
			...{ name: companies.name(i), cnpj: companies.cnpj(i), companyId: companies.id(i) },
			...{ outcome: 'enriched', reason: null },
		});
		expect(rowsOf(result)).toMatchObject([
			{ customer: 1, ...lead(1) },
			{ customer: 2, ...lead(2) },
			{ customer: 3, cnpj: '12.345.678/0001-00', outcome: 'invalid' },
			{ customer: 4, cnpj: '11222333000181', outcome: 'not found' },
			{ customer: 5, ...lead(7) },
		]);
		// The same columns in the same order, for a file: the user's own, the results, what became of them.
		const columns = [
			...['customer', 'cnpj', 'name', 'email', 'phone', 'phoneType', 'city', 'state', 'website', 'industry'],
			...['employeeRange', 'outcome', 'reason'],
		];
		for (const row of rowsOf(result)) expect(Object.keys(row).slice(0, columns.length)).toEqual(columns);
		expect(result.hints[0].message).toContain('3 enriched, 1 invalid, 1 not found: ');
		expect(spent('b2b')).toBe(3);
	});

	it.each(['hubspot', 'pipedrive', 'rdStation'] as const)(
		'come out as %s takes them, only those that are enriched',
		async (crm) => {
			const rows = rowsOf(await enrich(five(), { output: crm, includeInputFields: true }));
			const { companies } = sandbox;
			// The user's own columns stay beside it, and the key by which a CRM finds the company again, as digits.
			expect(rows.map(({ customer }) => customer)).toEqual([1, 2, 3, 4, 5]);
			expect(rows[0].cnpj).toBe(companies.cnpj(1));
			const taken = rows.map((row) => row.crm as IDataObject | undefined);
			expect(rows.map(({ kind }) => kind)).toEqual(taken.map((fields) => fields && 'company'));
			const names = [companies.name(1), companies.name(2), undefined, undefined, companies.name(7)];
			expect(taken.map((fields) => fields?.[crms[crm].needs])).toEqual(names);
			for (const fields of taken) expect(fields === undefined ? [] : refusedBy(crm, fields)).toEqual([]);
		},
	);
});

describe('what is not charged twice', () => {
	it('a company that rows name by CNPJ and by ID', async () => {
		const { companies } = sandbox;
		const result = await enrich([{ cnpj: companies.cnpj(1) }, { id_empresa: companies.id(1) }]);
		expect(outcomesOf(result)).toEqual(enriched(2));
		expect(contactsOf('b2bCompanyEnrichBatch')).toEqual([{ id_empresa: companies.id(1) }]);
	});

	it('nor is a company that could not be found for now, or the others for its sake', async () => {
		sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'b2bCompanyFind', body: { error: 'No' } });
		const rows = values(...[1, 2].map((i) => sandbox.companies.cnpj(i)));
		const result = await enrich(rows, { options: { maxConcurrentRequests: 1 } });
		const error = 'The service rejected the request';
		const message = expect.stringMatching(/^The service says: "No"\. /) as string;
		expect(rowsOf(result)).toMatchObject([{ error, message }, { outcome: 'enriched' }]);
		expect(outcomesOf(await enrich(rows.slice(0, 1)))).toEqual(['enriched']);
	});
});

describe('rows as a sales team has them', () => {
	it('have no stranger looked up by a phone number under Contato that has the digits of a CPF', async () => {
		const phones = Array.from({ length: 1000 }, (_, i) => 51_999_990_000 + i);
		const phone = String(phones.find((number) => normalizeCpf(number) !== undefined));
		const Contato = phone.replace(/^(..)(.....)(....)$/, '$1 $2-$3');
		const rows = [Contato, 'Maria Silva'].map((name, i) => ({
			...{ CNPJ: sandbox.companies.cnpj(i + 1), Contato: name },
		}));
		expect(outcomesOf(await enrich(rows))).toEqual(enriched(2));
		expect(sandbox.requests.of('personGet')).toEqual([]);
	});

	it('that came out of the node before are known by their contact, whatever was found for them', async () => {
		const [cnpj, email] = [sandbox.companies.cnpj(1), sandbox.persons.email(1)];
		const rows = [
			{ contact: email, email: 'found@example.com', cnpj },
			{ contact: formatted(cnpj), email: 'found@example.com' },
			{ contact: [email], email: 'sender@example.com' },
		];
		expect(outcomesOf(await enrich(rows))).toEqual(enriched(3));
		expect(JSON.stringify(sandbox.requests.all)).not.toMatch(/found@|sender@/);
		expect(spent('b2b')).toBe(2);
	});

	it.each<[IDataObject, RegExp]>([
		[{ CNPJ: '', Empresa: 'Aurora' }, /missing: the column 'CNPJ' is empty\.$/],
		[{ Contato: 'Maria Silva', 'E-mail': null }, /missing: the column 'E-mail' is empty\.$/],
		[
			{ Empresa: 'Aurora', Contato: 'Maria Silva' },
			/^The contact in the column 'Contato' is not recognized as a CNPJ, CPF, email address, profile URL or ID\.$/,
		],
		[{ contact: 'Maria Silva' }, /^The contact is not recognized as /],
		[{ a: 'x', b: 'y' }, /^The contact has no filled column with a usual name/],
		[{ contact: 10_000_001 }, /^The contact is a number that may be a person ID.*Name its column/],
	])('say which column to look at where none is sent: %j', async (row, reason) => {
		const [{ outcome, reason: told }] = rowsOf(await enrich([row]));
		expect([outcome, told]).toEqual(['invalid', expect.stringMatching(reason)]);
		expect(sandbox.requests.all).toEqual([]);
	});

	it('say in no output what an invalid one holds, nor what an earlier node has said of it', async () => {
		expect(JSON.stringify((await enrich(values('123.456.789-00'))).items)).not.toContain('456');
		const told = { error: 'It failed before', reason: 'Before', message: 'mine' };
		const row = { email: sandbox.persons.email(0), ...told };
		const [json] = rowsOf(await enrich([row], { includeInputFields: true }));
		expect(json).toMatchObject({ input_error: told.error, input_reason: told.reason, message: 'mine' });
		expect(Object.keys(json).filter((name) => name === 'error' || name === 'reason')).toEqual([]);
	});
});

describe('a list in one field', () => {
	it('has one output for each line, in order, all of the item that holds it', async () => {
		const { companies } = sandbox;
		const lines = [
			...[formatted(companies.cnpj(1)), ` ${Number(companies.cnpj(2))} `, '12.345.678/0001-00', ''],
			...[UNKNOWN_CNPJ, 'CNPJ', companies.cnpj(7)],
		];
		const form = { CNPJs: lines.join('\r\n'), submittedAt: '2026-01-01T00:00:00.000Z', formMode: 'test' };
		const result = await enrich([form], { includeInputFields: true });
		expect(outcomesOf(result)).toEqual([
			...['enriched', 'enriched', 'invalid', 'not found', 'invalid', 'enriched'],
		]);
		expect(paired(result)).toEqual(Array(6).fill(0));
		// Each has its own line, not the whole list.
		expect(rowsOf(result).map(({ CNPJs }) => CNPJs)).toEqual(lines.filter((line) => line !== ''));
		expect([contactsOf('b2bCompanyEnrichBatch').length, spent('b2b')]).toEqual([3, 3]);
	});

	it('may be whole rows, such as all of a spreadsheet, which keep their own columns', async () => {
		const contact = [
			{ CNPJ: formatted(sandbox.companies.cnpj(1)), Vendedor: 'Ana' },
			{ 'E-mail': sandbox.persons.email(0), Vendedor: 'Bia' },
			{ Vendedor: 'Caio' },
		];
		const result = await enrich([{ Confirmed: 'Yes' }], { contact, includeInputFields: true });
		expect(outcomesOf(result)).toEqual(['enriched', 'enriched', 'invalid']);
		expect(rowsOf(result).map(({ Vendedor }) => Vendedor)).toEqual(['Ana', 'Bia', 'Caio']);
		expect(rowsOf(result).filter((row) => 'Confirmed' in row)).toEqual([]);
	});

	it('of several items is one batch, which is polled, as n8n pairs what comes after a wait by its order', async () => {
		const { persons } = sandbox;
		const items = [
			{ emails: `${persons.email(0)}\n${persons.email(1)}` },
			{ email: persons.email(3) },
			{ emails: [persons.email(2), persons.email(0)] },
		];
		const result = await enrich(items, { afterSubmission: 'webhook' });
		expect(paired(result)).toEqual([0, 0, 1, 2, 2]);
		expect(outcomesOf(result)).toEqual(enriched(5));
		expect([sandbox.requests.of('b2bPersonEnrichBatch').length, spent('b2b')]).toEqual([1, 4]);
		expect(JSON.stringify(result.hints)).toContain('because an item holds a list');
	});

	it('longer than a batch is refused before anything is sent, also of blanks and wrong lines', async () => {
		const lines = (count: number): IDataObject => ({ cnpjs: 'x\n'.repeat(count) });
		const [refused] = rowsOf(await enrich([lines(10_001)]));
		expect(JSON.stringify(refused)).toContain("'Contact' has a list of more than 10,000 entries");
		const columns = Object.fromEntries(numbers(9_999).map((column) => [`c${column}`, 'x']));
		const [wide] = rowsOf(await enrich([{ ...columns, ...lines(501) }]));
		expect(JSON.stringify(wide)).toContain("'Contact' has a list of more than 500 entries");
		expect(JSON.stringify(wide)).toContain('Send fewer than its 10,000 columns');
		expect(outcomesOf(await enrich([lines(10_000)]))).toEqual(Array(10_000).fill('invalid'));
		expect(sandbox.requests.traffic.requests).toBe(0);
	});

	const eight = (): string[] => Array.from({ length: 8 }, (_, i) => formatted(sandbox.companies.cnpj(i + 1)));

	it.each<[string, () => IDataObject, string | undefined]>([
		['a column with another name', () => ({ id: 1, 'Nº CNPJ': eight().join('; ') }), undefined],
		['an expression for the column', () => ({ x: eight().join(',') }), '={{ $json.x }}'],
		['an array with several in an entry', () => ({ id: 1, cnpjs: [eight().join('\t')] }), undefined],
	])('is pasted into %s, with its own value in each row', async (_, item, contact) => {
		const more = contact === undefined ? {} : { contact };
		const result = await enrich([item()], { includeInputFields: true, output: 'simplified', ...more });
		expect(outcomesOf(result)).toEqual(enriched(8));
		const texts = rowsOf(result).map((row) => Object.values(row));
		for (const [i, cnpj] of eight().entries()) expect(texts[i]).toContain(cnpj);
	});

	it('is no list where a part of it is no identifier, or in an operation that takes none', async () => {
		const [one, other] = eight();
		for (const cnpjs of [`Acme; ${one}; ${other}`, `${one} (matriz)`, `${one} e ${other}`])
			expect(outcomesOf(await enrich([{ cnpjs }]))).toEqual(['invalid']);
		const parameters = { identifyBy: 'cnpj', cnpj: `${one}\n${other}` };
		const [row] = rowsOf(await run('b2bCompany.enrichCompanyBatch', parameters));
		expect(row.error).toContain('is not a CNPJ');
		expect(sandbox.requests.all).toEqual([]);
	});
});
