import { Companies } from '../../sandbox/data/companies';
import { Persons } from '../../sandbox/data/persons';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { costOf, fill, imported, itWithTables, output, rowsIn, run, runOf } from './exampleRuns';
import { downloadOf, formOf, nextPage, submit, textsOf, xlsxFile } from './formPages';
import { n8n, sandbox } from './support';

/** The examples that begin with a form or end with a file: the forms are filled in as a browser does. */

const companies = new Companies(1, 100);
const persons = new Persons(1, 100, 100);
/** CNPJs that begin with a zero, of companies that no other test enriches. */
const zeroed = Array.from({ length: 100 }, (_, i) => companies.cnpj(i))
	.filter((cnpj) => /^0\d+$/.test(cnpj))
	.slice(-4);

/** The rows of a CSV as an Excel file, all of them texts. */
const xlsxOf = (csv: string): Buffer =>
	xlsxFile(
		csv
			.trim()
			.split('\n')
			.map((line) => line.split(';')),
	);

/** A text as Excel for Windows in Portuguese writes it. */
const windows1252 = (text: string): Buffer => {
	const bytes = new Map([...'€–“”'].map((sign, i) => [sign, [0x80, 0x96, 0x93, 0x94][i]]));
	return Buffer.from([...text].map((sign) => bytes.get(sign) ?? sign.charCodeAt(0)));
};

beforeEach(async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0, jobSeconds: 0, notStatedPrice: 'free' });
});

describe('a form', () => {
	let created: StoredWorkflow;

	beforeAll(async () => {
		created = await imported('enrich-form');
		await (await n8n()).activate(created);
	});
	afterAll(async () => await (await n8n()).deactivate(created.id));

	const listed = ['CNPJ;Vendedor', `${companies.cnpj(1)};Ana`, `${companies.cnpj(2)};Bia`, '123;Caio'];

	/** Sends a spreadsheet, and returns the address of the page that shows the price. */
	async function upload(file = new File([listed.join('\n')], 'list.csv')): Promise<string> {
		const answer = await submit(formOf(created), { 'field-0': file });
		return ((await answer.json()) as { formWaitingUrl: string }).formWaitingUrl;
	}

	const YES = { 'field-0': 'Yes, spend the credits', 'field-1': 'Leave them out, without data' };
	/** The last page. */
	let ending = '';

	/** Confirms the price, and returns the texts of the file that comes back. */
	async function enriched(waiting: string, answers = YES): Promise<string> {
		await nextPage(waiting);
		await submit(waiting, answers);
		ending = await nextPage(waiting);
		const texts = await textsOf(await downloadOf(ending));
		await submit(waiting, {});
		return texts;
	}

	it.each([
		['a CSV in UTF-8 with its mark', 'list.csv', (text: string) => Buffer.from(`\ufeff${text}`), 0],
		['a CSV of Excel in Portuguese', 'list.csv', windows1252, 1],
		['an XLSX', 'list.xlsx', xlsxOf, 2],
	])('gives %s back with its accents and its leading zeros', async (_kind, name, encoded, at) => {
		const code = zeroed[at];
		const text = `CNPJ;Razão Social\n${code};Ótica São João 100% D'Ávila – “€”\n00123;Itaú\n`;
		const texts = await enriched(await upload(new File([new Uint8Array(encoded(text))], name)));
		expect(texts).toContain('enriched');
		for (const part of ['Razão Social', 'Ótica São João 100% D', 'Ávila – “€”', 'Itaú']) {
			expect(texts).toContain(part);
		}
		expect(texts).toMatch(/>00123</);
		expect(texts).toContain(`>${code}<`);
	});

	it('takes a spreadsheet, shows the price, and gives it back enriched once it is confirmed', async () => {
		let waiting = '';
		const shown = await costOf(async () => {
			waiting = await upload();
			const price = await nextPage(waiting);
			expect(price).toContain('2 to 4 B2B credits, about 4 requests, balance ');
			expect(price).toContain('Yes, spend the credits');
		});
		expect(shown).toBe(0);
		let texts = '';
		const paid = await costOf(async () => {
			// A double click sends it twice.
			await Promise.all([submit(waiting, YES), submit(waiting, YES)]);
			texts = await textsOf(await downloadOf(await nextPage(waiting)));
			await submit(waiting, {});
		});
		for (const text of ['Vendedor', 'Ana', 'Caio', 'enriched', 'invalid', companies.name(1)]) {
			expect(texts).toContain(text);
		}
		expect(paid).toBe(2);
	});

	it.each([
		['a title above the names', 'Clientes;\nCNPJ;Nome\n123;Ana\n', /must be called CNPJ, CPF or Email/],
		['no usual column', 'Cliente;Cidade\nAna;Recife\n', /no filled column with a usual name.*\. Nothing was/],
		['no valid row', 'CNPJ;Nome\n123;Ana\n124;Bia\n', /The first row:.*is not valid/],
		['no rows', 'CNPJ;Nome\n', /The file has no rows/],
		['too many rows', `CNPJ;Nome\n${'123;Ana\n'.repeat(10_001)}`, /more than 10,000/],
	])('says why nothing can be enriched of a file with %s, and asks for nothing', async (_kind, csv, why) => {
		const waiting = await upload(new File([csv], 'list.csv'));
		const page = await nextPage(waiting);
		const [, said = ''] = /<p style="white-space: pre-line">([^]*?)<\/p>/.exec(page) ?? [];
		expect(said.replaceAll('\n', ' ')).toMatch(why);
		expect(said).toContain('Nothing was charged. To try again, open the form again.');
		expect(said).not.toMatch(/undefined|Drag|credits/);
		expect(page).toContain('#submit-btn { display: none; }');
	});

	it('says why when the service refuses what was confirmed', async () => {
		const waiting = await upload(new File([`CNPJ;Nome\n${zeroed[3]};Ana\n`], 'list.csv'));
		await nextPage(waiting);
		await sandbox().post('/faults', { kind: 'status', status: 401, times: 'always' });
		await submit(waiting, YES);
		ending = await nextPage(waiting);
		expect(ending).toContain('Nothing could be enriched. ');
		expect(ending).toContain('did not accept the API key');
	});

	it('lets whoever sends the same rows again leave them out or pay again, and says where their data is', async () => {
		const paid = await costOf(async () => {
			const waiting = await upload();
			// n8n remembers for each node apart what it has enriched.
			const price = await nextPage(waiting);
			expect(price).toContain('Rows that this form has enriched before are counted in this price, too.');
			expect(price).toContain('come back as skipped, without data: that is in the file that came back then');
			expect(await enriched(waiting)).toContain('skipped');
			expect(ending).toContain('Rows that say skipped were enriched before and have no data in it');
		});
		expect(paid).toBe(0);
		const again = await costOf(async () => {
			const texts = await enriched(await upload(), { ...YES, 'field-1': 'Pay for them again' });
			expect(texts).toContain(companies.name(1));
			expect(texts).not.toContain('skipped');
			expect(ending).not.toContain('skipped');
		});
		expect(again).toBe(2);
	});
});

it.each([
	['companies-to-excel', 'companies.xlsx', 2],
	['prospecting-to-excel', 'prospecting.xlsx', 1],
])('%s ends with an Excel file of its rows', async (name, fileName, least) => {
	const execution = await run(name);
	expect(execution.error).toBeUndefined();
	const { id, fileName: called, data } = execution.nodes.Excel[0].outputs[0][0].binary?.data ?? {};
	expect(called).toBe(fileName);
	const stored = async (): Promise<Buffer> => {
		const path = `/rest/binary-data?id=${encodeURIComponent(id ?? '')}&action=download`;
		return Buffer.from(await (await (await n8n()).send('GET', path)).arrayBuffer());
	};
	const texts = await textsOf(id === undefined ? Buffer.from(data ?? '', 'base64') : await stored());
	expect(texts.match(/Synthetic/g)?.length ?? 0).toBeGreaterThanOrEqual(least - 1);
	expect(texts).toContain('cnpj');
});

itWithTables('who opts out is deleted, and neither looked up nor written to again', async () => {
	await run('daily-leads');
	const contact = persons.email(0);
	await fill('Leads', [
		{ personId: 1, name: 'Ana', email: contact },
		{ personId: 2, name: 'Bia', email: `x${contact}` },
	]);
	const before = (await rowsIn('Leads')).length;
	const created = await imported('opt-out');
	await (await n8n()).activate(created);
	const answer = await submit(formOf(created), { 'field-0': ` ${contact.toUpperCase()} ` });
	expect(answer.status).toBe(200);
	await (await n8n()).deactivate(created.id);
	expect((await rowsIn('Suppression List')).map((row) => row.contact)).toEqual([contact]);
	const left = await rowsIn('Leads');
	expect(left.filter(({ email }) => String(email).endsWith(contact))).toMatchObject([{ personId: 2 }]);
	expect(left.length).toBeLessThan(before);

	const pinned = (contacts: Array<string | number>) => ({
		People: contacts.map((each) => ({ json: { contact: each } })),
	});
	const people = [contact.toUpperCase(), persons.email(1)];
	const list = await imported('suppression-list', undefined, pinned(people));
	const paid = await costOf(async () => {
		const execution = await runOf(list);
		expect(execution.error).toBeUndefined();
		expect(output(execution, 'Enrich')).toMatchObject([{ outcome: 'enriched' }]);
		expect(output(execution, 'Send')).toHaveLength(1);
	});
	expect(paid).toBe(1);
	// However a CPF is written, it is recognized, and so is that of the person who comes.
	const [cpf, ofEmail] = [persons.cpf(3), persons.cpf(1)];
	await fill('Suppression List', [{ contact: cpf }, { contact: ofEmail }]);
	const written = [cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'), Number(cpf), ` ${cpf} `];
	const listed = await imported('suppression-list', undefined, pinned(written));
	expect(await costOf(async () => await runOf(listed))).toBe(0);
	const found = await runOf(await imported('suppression-list', undefined, pinned([persons.email(1)])));
	expect(output(found, 'Enrich')).toMatchObject([{ cpf: ofEmail }]);
	expect(output(found, 'Send')).toEqual([]);
});
