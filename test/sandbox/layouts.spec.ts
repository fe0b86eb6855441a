import { unpacked, useSandbox } from './support';

const bench = useSandbox();
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const submit = async (body: object) =>
	await bench.http.post('/enrichment/', { name: 'Test', layout_id: 3, parameters: ['5'], ...body });

/** The CPFs of persons with e-mail and of one without. */
function cpfs(): readonly [withEmail: string[], without: string] {
	const { persons } = bench.sandbox;
	const indices = Array.from({ length: 50 }, (_, i) => i);
	const having = indices.filter((i) => persons.hasEmail(i)).slice(0, 3);
	const without = indices.find((i) => !persons.hasEmail(i)) ?? 0;
	return [having.map((i) => persons.cpf(i)), persons.cpf(without)];
}

describe('layouts', () => {
	it('are listed with id and name, free of charge', async () => {
		const { data } = await bench.http.get('/enrichment/layouts/');
		expect(data).toContainEqual(expect.objectContaining({ id: 3, name: 'E-mail por pessoa' }));
		bench.sandbox.set({ accountLists: 'wrapped' });
		expect((await bench.http.get('/enrichment/layouts/')).data).toEqual({ results: data });
		expect(bench.sandbox.ledger.charged()).toBe(0);
	});

	it('layout 3: the single parameter is the number of e-mails per person, maximum 5', async () => {
		const file = base64(cpfs()[0].join('\n'));
		for (const parameters of [['6'], ['0'], [], ['1', '2'], ['many']]) {
			expect((await submit({ file, parameters })).status).toBe(400);
		}
		expect((await submit({ file, parameters: ['5'] })).status).toBe(200);
		expect((await submit({ file, parameters: ['1'] })).status).toBe(200);
		expect((await submit({ file, parameters: { emails: '5' } })).status).toBe(400);
		expect((await submit({ file, layout_id: 1, parameters: ['1'] })).status).toBe(400);
		expect((await submit({ file, layout_id: 1, parameters: [] })).status).toBe(200);
	});

	it.each([
		['a layout that does not exist', { layout_id: 99, file: base64('1') }],
		['a file that is not Base64', { file: 'cpf;name' }],
		['a file without rows', { file: base64('cpf\n') }],
		['no file', {}],
	])('refuse %s', async (_what, body) => {
		expect((await submit(body)).status).toBe(400);
		expect(bench.sandbox.ledger.charged()).toBe(0);
	});

	it('enrich a file: 1 credit per record, refunded when it fails; the result is a file', async () => {
		const [having, without] = cpfs();
		const { data } = await submit({ file: base64(['cpf', ...having, without, '00000000000'].join('\r\n')) });
		expect(bench.sandbox.ledger.charged('b2c')).toBe(5);
		const result = async () => await bench.http.get(`/enrichment/${data.id}/result/`);
		expect((await result()).data.error.description).toBe('Processing not done yet.');
		await bench.sandbox.clock.advance(20_000);
		expect(bench.sandbox.ledger.refunded('b2c')).toBe(2);
		const { file } = (await result()).data;
		const { 'resultado.csv': text } = await unpacked(file);
		const [header, first] = text.replace(/^\ufeff/, '').split('\r\n');
		expect(header).toBe('CPF;EMAIL_1;EMAIL_2;EMAIL_3;EMAIL_4;EMAIL_5');
		expect(first).toMatch(new RegExp(`^${having[0]};person\\d+@example.com;`));
		expect((await bench.http.get(`/prospection/${data.id}/result/`)).status).toBe(404);
	});
});
