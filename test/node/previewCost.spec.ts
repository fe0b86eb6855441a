import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../core/base/json';
import { mayCost } from '../../nodes/PersonCompanyData/run/describe';
import { agentWith } from '../support/agent';
import { ALL } from '../support/allOperations';
import { credentialFor } from '../support/harness';
import { filtersOf, inputOf } from './support/goodInput';
import { messagesOf, rowsOf, useNode } from './support/useNode';

/** Preview Cost: the sum, then a row for each row, at no charge. */

const { sandbox, run } = useNode({ persons: 300, companies: 300 });

beforeEach(() => sandbox.ledger.set('b2c', 7777));
const BALANCE = 'balance 1,000,000 B2B credits and 7,777 B2C credits';

const preview = async (name: string, parameters: IDataObject, items: readonly IDataObject[] = [{}]) =>
	await run(name, { ...parameters, previewCost: true }, items, { settings: {} });

/** The columns that the sum and all rows have. */
const COLUMNS = [
	...['row', 'outcome', 'creditsLikely', 'creditsAtMost', 'reason'],
	...['requests', 'balance', 'preview'],
];
const cpfs = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ cpf: sandbox.persons.cpf(i) }));
const cnpjs = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ contact: sandbox.companies.cnpj(i + 1) }));

it('outputs the sum, then each row, with the same flat columns', async () => {
	const items = [...cpfs(3), ...cpfs(2), { cpf: '1' }];
	const got = await preview('person.getPerson', {}, items);
	const [sum, ...lines] = rowsOf(got);
	expect(sum).toEqual({
		row: 'Sum',
		outcome: 'planned',
		creditsLikely: 3,
		creditsAtMost: 3,
		reason: `Up to 3 B2C credits, about 3 requests, ${BALANCE}. 1 of 6 rows is not valid.`,
		requests: 3,
		balance: 7777,
		preview: true,
	});
	expect(lines[0]).toEqual({
		row: 1,
		outcome: 'planned',
		creditsLikely: 1,
		creditsAtMost: 1,
		reason: '1 B2C credit per document found.',
		requests: null,
		balance: null,
		preview: true,
	});
	expect(lines[4]).toMatchObject({ creditsAtMost: 0, reason: 'The same as row 2: gets its result.' });
	expect(lines[5]).toMatchObject({
		outcome: 'invalid',
		reason: expect.stringMatching(/^'CPF' is not a CPF: /),
	});
	expect(got.items.map(({ pairedItem }) => [pairedItem].flat().length)).toEqual([6, ...Array(6).fill(1)]);
	expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['balance']);
});

it('tells what is likely, and then the most, where finding has been free so far', async () => {
	const { items, hints } = await preview('list.enrichList', {}, cnpjs(5));
	const sentence = `5 to 10 B2B credits, about 7 requests, ${BALANCE}.`;
	expect(items[0].json).toMatchObject({ creditsLikely: 5, creditsAtMost: 10, reason: sentence });
	expect(items[1].json).toMatchObject({
		...{ value: sandbox.companies.cnpj(1), recognizedAs: 'CNPJ', creditsLikely: 1, creditsAtMost: 2 },
		reason: '1 B2B credit per record, up to 1 to find companies (free so far).',
	});
	// The sum is the first hint, too, and there are no more than two.
	const again = expect.stringContaining('may be paid for again') as string;
	expect(hints.map(({ message }) => message)).toEqual([sentence, again]);
	const mixed = await preview('list.enrichList', {}, [...cnpjs(5), ...cpfs(1)]);
	expect(mixed.items.slice(5).map(({ json }) => json.recognizedAs)).toEqual(['CNPJ', 'CPF']);
	expect(mixed.items[0].json.reason).toContain(
		`5 to 10 B2B credits and up to 1 B2C credit, about 8 requests, ${BALANCE}.`,
	);
});

it('tells that nothing would be sent if no row is valid', async () => {
	const got = await preview('list.enrichList', {}, [{ contact: 'x' }, { contact: '1'.repeat(20) }]);
	const [sum, ...lines] = rowsOf(got);
	const nothing = { outcome: 'invalid', creditsLikely: 0, creditsAtMost: 0, preview: true };
	expect(sum).toMatchObject({ ...nothing, requests: 0 });
	expect(lines).toMatchObject(Array(2).fill({ ...nothing, value: null, recognizedAs: null }));
	expect(messagesOf(got)[0]).toBe(`Nothing would be sent, ${BALANCE}. 2 of 2 rows are not valid.`);
});

it.each(ALL.filter(([, , , operation]) => mayCost(operation)))(
	'has the same columns in each operation, also where no row is valid: %s',
	async (name, _resource, _key, operation) => {
		const { parameters, good } = await inputOf(sandbox, operation);
		for (const options of [{}, { advanced: { requestTimeout: 'x' } }]) {
			const given = { ...filtersOf(operation), ...parameters, options };
			const [sum, line] = rowsOf(await preview(name, given, [good]));
			const columns = [
				...COLUMNS,
				...(operation.preview === undefined ? [] : ['matching']),
				...(operation.contactIn === undefined ? [] : ['value']),
				...(operation.list === undefined ? [] : ['recognizedAs']),
			];
			expect([sum, line].flatMap((json) => Object.values(json)).some(isObject)).toBe(false);
			for (const json of [sum, line]) {
				expect(Object.keys(json).sort()).toEqual([...columns].sort());
				expect(json.outcome).toBe('advanced' in options ? 'invalid' : 'planned');
			}
			expect(line.reason).not.toBe('');
		}
	},
);

it('tells the cost also when the balance cannot be read, and fails when the run could get no further', async () => {
	sandbox.faults.add({ kind: 'status', status: 500, endpoint: 'balance', times: 'always' });
	const [sum] = rowsOf(await preview('person.getPerson', {}, cpfs(2)));
	expect(sum).toMatchObject({ creditsAtMost: 2, requests: 2, balance: null });
	expect(sum.reason).toMatch(/^Up to 2 B2C credits, about 2 requests\. The balance could not be read: .*500/);
	const limited = rowsOf(await preview('person.getPerson', { options: { minimumBalance: 10 } }, cpfs(2)));
	expect(limited.map(({ outcome }) => outcome)).toEqual(Array(3).fill('not sent'));
	expect(limited[0].reason).toContain('The balance could not be read');
	sandbox.faults.clear();
	sandbox.faults.add({ kind: 'status', status: 401, endpoint: 'balance', times: 'always' });
	expect((await preview('person.getPerson', {}, cpfs(2))).error?.message).toContain('API key');
});

it('says why the credits of a file are not known', async () => {
	const layout = { jobName: 'Emails', layout_id: { __rl: true, mode: 'value', value: 2 } };
	const file = { data: Buffer.from('cpf\n1\n').toString('base64'), mimeType: 'text/csv' };
	const parameters = { ...layout, options: { inputBinaryField: 'data' }, previewCost: true };
	const { items, hints } = await run('layoutEnrichment.createLayoutEnrichment', parameters, [{}], {
		binary: { data: file },
	});
	const why =
		'The rows of a file are not counted before it is sent. 1 B2C credit per record, refunded when the record fails.';
	expect(hints[0].message).toMatch(/^An unknown number of credits, about \d+ requests, balance /);
	expect(items[1].json).toMatchObject({ creditsLikely: null, creditsAtMost: null, reason: why });
});

it('says in a hint what an earlier enrichment means for the cost', async () => {
	const hintOf = async (name: string, options: IDataObject = {}): Promise<string | undefined> =>
		messagesOf(await preview(name, { options }, [{ id_pessoa: sandbox.persons.id(0) }]))[1];
	expect(await hintOf('b2bPerson.enrichPersonBatch')).toBe(
		"A contact that an earlier execution enriched may be paid for again, unless 'Skip Records Enriched Before' is on.",
	);
	expect(await hintOf('b2bPerson.enrichPersonBatch', { skipEnriched: true })).toBe(
		'Rows that this node enriched before are counted here, but left out, free.',
	);
});

describe('within limits', () => {
	it('says that nothing would be sent, and why', async () => {
		const rows = rowsOf(await preview('list.enrichList', { options: { maxCredits: 1 } }, cnpjs(10)));
		expect(rows[0]).toMatchObject({
			...{ outcome: 'not sent', creditsLikely: 0, creditsAtMost: 0, requests: 0 },
			reason: `Nothing would be sent, ${BALANCE}. 10 of 10 rows are not sent: above 'Maximum Credits'. This could cost 10 to 20 B2B credits, and 'Maximum Credits' is 1. Raise or remove it.`,
		});
		expect(rows.slice(1).map(({ outcome }) => outcome)).toEqual(Array(10).fill('not sent'));
	});

	it('counts the credits of what fits, as it does their requests', async () => {
		const options = { maxCredits: 6 };
		const rows = rowsOf(await preview('list.enrichList', { options }, cnpjs(10)));
		expect(rows[0]).toMatchObject({ creditsLikely: 3, creditsAtMost: 6, requests: 5 });
		expect(rows.slice(1).map(({ outcome }) => outcome)).toEqual([
			...Array<string>(3).fill('planned'),
			...Array<string>(7).fill('not sent'),
		]);
	});

	it('takes off what the execution has used', async () => {
		const parameters = {
			...{ resource: 'company', operation: 'getCompany', options: { maxCredits: 1 } },
			cnpj: "={{ $fromAI('cnpj', '', 'string') }}",
		};
		const before = agentWith(credentialFor(sandbox), parameters);
		await before.call({ cnpj: sandbox.companies.cnpj(1) });
		const after = agentWith(credentialFor(sandbox), { ...parameters, previewCost: true }, before.kept());
		expect(await after.call({ cnpj: sandbox.companies.cnpj(2) })).toMatchObject([
			{ outcome: 'not sent', creditsAtMost: 0 },
			{ row: 1, outcome: 'not sent' },
		]);
	});
});
