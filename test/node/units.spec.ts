import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, rows, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';

/** What is charged once in a run is counted once before the run. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const filters = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const job = { jobName: 'x', quantity: 5, filters: { states: rows('SP') }, resultAs: 'id' };

/** Parameters in which two items differ by `n`, which is 1 or 2; a different credit count where they buy two things. */
const SAME: Array<[string, string, IDataObject, number?]> = [
	['person', 'getPerson', { options: { fields: '={{ $json.n === 1 ? "name" : "cpf,name" }}' } }],
	['b2bPerson', 'searchB2bPersons', { ...filters, limit: '={{ $json.n * 5 }}' }],
	[
		'b2bPerson',
		'searchB2bPersons',
		{ ...filters, limit: 5, options: { includeSearchDetails: '={{ $json.n === 1 }}' } },
	],
	[
		'prospecting',
		'createPersonJob',
		{ ...job, jobName: '={{ ["", "Synthetic", "SYNTHETIC"][$json.n] }}' },
		5,
	],
	['prospecting', 'createPersonJob', { ...job, quantity: '={{ $json.n * 5 }}' }, 15],
	// The service takes the name for part of the persons' names.
	['prospecting', 'createPersonJob', { ...job, jobName: '={{ ["", "Ana", "Carlos"][$json.n] }}' }, 10],
];

it.each(SAME)('%s > %s with %j', async (...[resource, operation, parameters, credits = 1]) => {
	const run = async (options: IDataObject): Promise<NodeResult> =>
		await runNode({
			credential: credentialFor(sandbox),
			resource,
			operation,
			parameters: { ...parameters, ...placed({ ...(parameters.options as IDataObject), ...options }) },
			items: [1, 2].map((n) => ({ n, cpf: sandbox.persons.cpf(0), cnpj: sandbox.companies.cnpj(1) })),
		});
	const preview = await run({ previewCost: true });
	expect(preview.error).toBeUndefined();
	expect(preview.items[0].json).toMatchObject({ creditsAtMost: credits });
	const { error, items } = await run({ maxCredits: credits });
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(1);
	await sandbox.clock.advance(600_000);
	const exported = sandbox.requests.of('personJob').map(({ body }) => Number((body as IDataObject).quantity));
	// A job is charged for what it found: what it was asked for is the most.
	if (exported.length > 0) expect(exported.reduce((sum, quantity) => sum + quantity)).toBe(credits);
	else expect(sandbox.ledger.charged()).toBe(credits);
});

describe('one question in several spellings', () => {
	const { PORTAL, LINKS, WIDTH } = {
		PORTAL: 'ror-community/ror-roadmap #410',
		LINKS: 'twentyhq/twenty PR 21615',
		WIDTH: 'eduardordm/cnab240 PR 15',
	};
	const formatted = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
	const withEmail = (): number =>
		Array.from({ length: 100 }, (_, i) => i).find((i) => sandbox.companies.hasEmail(i)) ?? 0;
	const domain = (): string => sandbox.companies.domain(withEmail());
	const profile = (): string => 'https://social.example/company/acme';

	it.each<
		[
			source: string,
			resource: string,
			operation: string,
			parameters: IDataObject,
			() => unknown[],
			credits: number,
		]
	>([
		[
			PORTAL,
			'company',
			'searchCompanies',
			{ searchBy: { domain: '={{ $json.value }}' } },
			() => [
				domain(),
				`https://www.${domain()}/contact?x=1`,
				`http://${domain()}`,
				`WWW.${domain().toUpperCase()}/`,
			],
			1,
		],
		[
			LINKS,
			'company',
			'searchCompanies',
			{ searchBy: { email: '={{ $json.value }}' } },
			() => [`contato@${domain()}`, `mailto:CONTATO@${domain()}`, `<contato@${domain()}>`],
			1,
		],
		[
			'field notes',
			'company',
			'searchCompanies',
			{ searchBy: { cep: '={{ $json.value }}' } },
			() => ['90010-000', '90.010-000', 90010000, '90010000,0'],
			0,
		],
		[
			LINKS,
			'b2bCompany',
			'find',
			{ findBy: 'url_social', url_social: '={{ $json.value }}' },
			() => [profile(), `${profile()}/`, `${profile()}/?trk=x#about`],
			0,
		],
		[
			WIDTH,
			'company',
			'getCompany',
			{ cnpj: '={{ $json.value }}' },
			() => {
				const cnpj = digitsOnly();
				return [cnpj, `0${cnpj}`, `${cnpj},00`, formatted(cnpj), `${cnpj[0]}.${cnpj.slice(1)}E13`];
			},
			1,
		],
		[
			LINKS,
			'b2bPerson',
			'enrichPersonNow',
			{ identifyBy: 'automatic', contact: '={{ $json.value }}' },
			() => [known(), known().toUpperCase(), `mailto:${known()}`],
			1,
		],
	])('%s: %s > %s', async (_, resource, operation, parameters, spellings, credits) => {
		const all = spellings();
		const { error } = await runNode({
			credential: credentialFor(sandbox),
			resource,
			operation,
			parameters,
			items: all.map((value) => ({ value })) as IDataObject[],
		});
		expect(error).toBeUndefined();
		expect(sandbox.requests.all).toHaveLength(1);
		expect(sandbox.ledger.charged()).toBe(credits);
	});

	/** A CNPJ of digits that has no zeros at its beginning. */
	const digitsOnly = (): string =>
		Array.from({ length: 300 }, (_, i) => sandbox.companies.cnpj(i)).find((each) =>
			/^[1-9]\d+$/.test(each),
		) ?? '';
	const known = (): string => sandbox.persons.email(0);

	it('is sent in the same letters by List, by Enrich Now and in a batch', async () => {
		const value = known().toUpperCase();
		const by = { identifyBy: 'email', email: value };
		const ways: Array<[string, string, IDataObject]> = [
			['list', 'enrichList', { contact: value }],
			['b2bPerson', 'enrichPersonNow', by],
			['b2bPerson', 'enrichPersons', by],
		];
		for (const [resource, operation, parameters] of ways) {
			const before = sandbox.requests.all.length;
			await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, items: [{}] });
			const sent = JSON.stringify(sandbox.requests.all.slice(before));
			expect(sent).toContain(`"${known()}"`);
			expect(sent).not.toContain(value);
		}
	});
});
