import type { IDataObject } from 'n8n-workflow';

import { useNode } from './support/useNode';

/** What is charged once in a run is counted once before the run, however it is written. */

const { sandbox, run } = useNode({ persons: 3000, companies: 300 });

const search = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const job = { jobName: 'x', quantity: 5, filters: { states: ['SP'] }, resultAs: 'id' };

/** Parameters in which two items differ by `n`, which is 1 or 2, with the credits of both. */
it.each<[string, IDataObject, number]>([
	['person.getPerson', { options: { fields: '={{ $json.n === 1 ? "name" : "cpf,name" }}' } }, 1],
	['b2bPerson.searchB2bPersons', { ...search, limit: '={{ $json.n * 5 }}' }, 1],
	['prospecting.createPersonJob', { ...job, jobName: '={{ ["", "Synthetic", "SYNTHETIC"][$json.n] }}' }, 5],
	['prospecting.createPersonJob', { ...job, quantity: '={{ $json.n * 5 }}' }, 15],
	// The service takes the name for part of the persons' names.
	['prospecting.createPersonJob', { ...job, jobName: '={{ ["", "Ana", "Carlos"][$json.n] }}' }, 10],
])('two items of %s with %j', async (name, { options = {}, ...parameters }, credits) => {
	const items = [1, 2].map((n) => ({ n, cpf: sandbox.persons.cpf(0) }));
	const preview = await run(name, { ...parameters, options, previewCost: true }, items);
	expect(preview.items[0].json.creditsAtMost).toBe(credits);
	const limited = { ...(options as IDataObject), maxCredits: credits };
	const { items: got } = await run(name, { ...parameters, options: limited }, items);
	expect(got.length).toBeGreaterThan(1);
	const exported = sandbox.requests.of('personJob').map(({ body }) => Number((body as IDataObject).quantity));
	// A job is charged for what it found: what it was asked for is the most.
	if (exported.length > 0) expect(exported.reduce((sum, quantity) => sum + quantity)).toBe(credits);
	else expect(sandbox.ledger.charged()).toBe(credits);
});

it('a search that Additional Body Fields make another one is counted as another', async () => {
	const additionalBodyFields = '={{ { filtros_empresa: { estados: [$json.state] } } }}';
	const options = { maxCredits: 1, additionalBodyFields };
	const items = ['SP', 'RJ', 'MG'].map((state) => ({ state }));
	const result = await run('b2bPerson.searchB2bPersons', { ...search, limit: 10, options }, items);
	expect(result.items.at(-1)?.json).toMatchObject({
		error: "Not sent: above 'Maximum Credits'",
		message: expect.stringContaining('This could cost up to 3 B2B credits') as string,
	});
	expect(sandbox.ledger.charged()).toBe(1);
});

describe('one question in several spellings', () => {
	const withEmail = (): number =>
		Array.from({ length: 100 }, (_, i) => i).find((i) => sandbox.companies.hasEmail(i)) ?? 0;
	const domain = (): string => sandbox.companies.domain(withEmail());
	const email = (): string => sandbox.persons.email(0);
	/** A CNPJ of digits that has no zeros at its beginning. */
	const cnpj = (): string =>
		Array.from({ length: 300 }, (_, i) => sandbox.companies.cnpj(i)).find((one) => /^[1-9]\d+$/.test(one)) ??
		'';
	const value = '={{ $json.value }}';

	it.each<[source: string, name: string, parameters: IDataObject, () => unknown[], credits: number]>([
		[
			'ror-community/ror-roadmap #410',
			'company.searchCompanies',
			{ searchBy: { domain: value } },
			() => [domain(), `https://www.${domain()}/contact?x=1`, `WWW.${domain().toUpperCase()}/`],
			1,
		],
		[
			'twentyhq/twenty PR 21615',
			'company.searchCompanies',
			{ searchBy: { email: value } },
			() => [`contato@${domain()}`, `mailto:CONTATO@${domain()}`, `<contato@${domain()}>`],
			1,
		],
		[
			'field notes',
			'company.searchCompanies',
			{ searchBy: { cep: value } },
			() => ['90010-000', '90.010-000', 90010000, '90010000,0'],
			0,
		],
		[
			'twentyhq/twenty PR 21615',
			'b2bCompany.find',
			{ findBy: 'url_social', url_social: value },
			() => ['', '/', '/?trk=x#about'].map((end) => `https://social.example/company/acme${end}`),
			0,
		],
		[
			'eduardordm/cnab240 PR 15',
			'company.getCompany',
			{ cnpj: value },
			() => [cnpj(), `0${cnpj()}`, `${cnpj()},00`, `${cnpj()[0]}.${cnpj().slice(1)}E13`],
			1,
		],
		[
			'twentyhq/twenty PR 21615',
			'b2bPerson.enrichPersonNow',
			{ identifyBy: 'email', email: value },
			() => [email(), email().toUpperCase(), `mailto:${email()}`],
			1,
		],
	])('is sent once (%s): %s', async (_, name, parameters, spellings, credits) => {
		const items = spellings().map((one) => ({ value: one })) as IDataObject[];
		const { items: got } = await run(name, parameters, items);
		expect(got.filter(({ json }) => json.error !== undefined)).toEqual([]);
		expect([sandbox.requests.all.length, sandbox.ledger.charged()]).toEqual([1, credits]);
	});

	it('is sent in the same letters by List, by Enrich Now and in a batch', async () => {
		const upper = email().toUpperCase();
		const ways: Array<[string, IDataObject]> = [
			['list.enrichList', { contact: upper }],
			['b2bPerson.enrichPersonNow', { identifyBy: 'email', email: upper }],
			['b2bPerson.enrichPersons', { identifyBy: 'email', email: upper }],
		];
		for (const [name, parameters] of ways) {
			const before = sandbox.requests.all.length;
			await run(name, parameters);
			const sent = JSON.stringify(sandbox.requests.all.slice(before));
			expect([name, sent.includes(`"${email()}"`), sent.includes(upper)]).toEqual([name, true, false]);
		}
	});
});
