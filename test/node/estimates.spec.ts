import type { IDataObject } from 'n8n-workflow';

import type { Fault, Settings } from '../../sandbox';
import { PAGE, SUBJECTS, type Subject } from '../support/chaosCases';
import { forgetProcessed } from '../support/processedStore';
import { randomOf, type Random } from '../support/random';
import { useNode } from './support/useNode';

/**
 * Whatever goes wrong, a run costs no more than its preview says, than it says itself, and than its limits allow: of
 * credits, of the balance and of requests.
 */

const { sandbox, run } = useNode({ persons: 400, companies: 200 });

/** Values of which some are equal but for their form, some not known to the service, and some not valid. */
const values = {
	cnpj: (r: Random): unknown => {
		const one = sandbox.companies.cnpj(r.between(1, 6));
		return r.pick([one, Number(one), ` ${one}`, one, '11222333000181', 'x', '']);
	},
	cpf: (r: Random): unknown => {
		const one = sandbox.persons.cpf(r.between(0, 5));
		return r.pick([one, Number(one), ` ${one}`, one, '52998224725', 'x', '']);
	},
	email: (r: Random): unknown => {
		const one = sandbox.persons.email(r.between(0, 5));
		return r.pick([one, one.toUpperCase(), ` ${one}`, 'nobody@example.com', 'x']);
	},
	id_pessoa: (r: Random): unknown => {
		const one = sandbox.persons.id(r.between(0, 5));
		return r.pick([one, String(one), 999_999_999, 'x']);
	},
	id_empresa: (r: Random): unknown => {
		const one = sandbox.companies.id(r.between(1, 6));
		return r.pick([one, String(one), 999_999_999]);
	},
	phone: (r: Random): unknown =>
		r.pick(['51900000001', '(51) 90000-0001', '+55 51 90000-0001', '5190000001', '51900000002', 'x']),
	name: (r: Random): unknown => r.pick([sandbox.persons.name(0), sandbox.companies.legalName(1), 'Nobody']),
	uf: (r: Random): unknown => r.pick(['SP', 'RJ', 'MG', 'AC']),
	number: (r: Random): unknown => r.between(1, 60),
	contact: (r: Random): unknown => {
		const { cnpj, cpf, email, id_pessoa } = values;
		return r.pick([cnpj, cpf, email, id_pessoa])(r);
	},
};

/** How a run may differ from that of the subject. */
const WAYS: ReadonlyArray<readonly [of: RegExp, ways: (r: Random) => IDataObject]> = [
	[/^enrichPerson/, (r) => ({ identifyBy: r.pick(['id_pessoa', 'email']) })],
	[/^enrichCompan/, (r) => ({ identifyBy: r.pick(['id_empresa', 'cnpj']) })],
	[/^create.*Job/, (r) => ({ quantity: r.pick([1, 5]), filters: { states: ['={{ $json.uf }}'] } })],
	[
		/^searchB2b/,
		(r) => ({
			filtros_empresa: { estados: '={{ [$json.uf] }}' },
			limit: r.pick([1, 51, 120, '={{ $json.number }}']),
		}),
	],
];
const continueFrom = (r: Random): IDataObject => ({
	values: { chave_cache: 'k', total_cacheado: r.pick([30, 100]), offset: r.pick([0, 3, 50]) },
});
/** Body fields that buy something else. */
const BODIES: readonly IDataObject[] = [{ por_pagina: 5 }, { states: ['MG'] }];

const FAULTS: ReadonlyArray<Omit<Fault, 'times' | 'skip'>> = [
	{ kind: 'reset', when: 'before' },
	{ kind: 'reset', when: 'after' },
	{ kind: 'status', status: 503, when: 'before' },
	{ kind: 'status', status: 500, when: 'after' },
	{ kind: 'status', status: 429, when: 'before' },
	{ kind: 'status', status: 429, when: 'before', headers: { 'Retry-After': '5' } },
	{ kind: 'status', status: 402, when: 'before' },
	{ kind: 'truncated' },
	{ kind: 'status', status: 502, when: 'after', body: PAGE },
	{ kind: 'status', status: 200, when: 'after', body: '' },
];
const SETTINGS: ReadonlyArray<Partial<Settings>> = [
	{ failEveryNthRecord: 2 },
	{ emptyEveryNthRecord: 3 },
	{ slowEveryNthRecord: 2 },
	{ batchMinimumSeconds: 300 },
	{ acknowledgement: 'statusRecord' },
	{ batchException: 'not now' },
	{ companyByCnpj: 'empty' },
];

const some = <T>(r: Random, most: number, make: () => T): T[] =>
	Array.from({ length: r.between(1, most) }, make);

/** A run as a user may set it up, on a day on which something may go wrong. */
function drawn(r: Random, { operation, parameters = {} }: Subject) {
	const isSearch = operation.startsWith('searchB2b');
	const hasBody = isSearch || operation.endsWith('Job');
	const ways = WAYS.flatMap(([of, way]) => (of.test(operation) ? [way(r)] : []));
	const items = some(r, 10, () =>
		Object.fromEntries(Object.entries(values).map(([name, draw]) => [name, draw(r)])),
	) as IDataObject[];
	return {
		items,
		parameters: { ...parameters, ...ways[0], waitLimit: r.pick([1, 30]) },
		options: {
			maxRequestsPerMinute: r.pick([0, 30]),
			...(isSearch && r.chance(0.4) && { continueFrom: continueFrom(r) }),
			...(operation.startsWith('enrich') && r.chance(0.2) && { skipEnriched: true }),
			...(r.chance(0.25) && { maxCredits: r.between(0, 12) }),
			...(r.chance(0.25) && { minimumBalance: r.pick([1, 999_995]) }),
			...(r.chance(0.2) && { maxRequests: r.between(1, 20) }),
			...(r.chance(0.2) && { maxConcurrentRequests: 1 }),
			...(hasBody && r.chance(0.3) && { additionalBodyFields: BODIES[isSearch ? 0 : 1] }),
		},
		settings: r.chance(0.5) ? r.pick(SETTINGS) : {},
		faults: r.chance(0.5)
			? some(r, 3, () => ({
					...r.pick(FAULTS),
					times: r.pick([1, 3, 'always'] as const),
					skip: r.between(0, 3),
				}))
			: [],
	};
}

const RUNS = 8;
const BALANCE = 1_000_000;
const sent = (): number => sandbox.requests.all.filter(({ endpoint }) => endpoint !== undefined).length;
const spent = (): number => sandbox.ledger.charged() - sandbox.ledger.refunded();

const OPERATIONS = SUBJECTS.map((subject) => [`${subject.resource}.${subject.operation}`, subject] as const);

it.each(OPERATIONS)(
	'%s costs no more than is said and allowed',
	async (name, subject) => {
		let previews = 0;
		for (let seed = 1; seed <= RUNS; seed++) {
			sandbox.reset();
			forgetProcessed();
			const r = randomOf(seed);
			const { items, parameters, options, settings, faults } = drawn(r, subject);
			const given = { ...parameters, options: { includeUsage: true, ...options } };
			sandbox.set(settings);
			const [{ json: preview }] = (await run(name, { ...given, previewCost: true }, items)).items;
			// What is refused is not run either.
			if (preview.preview !== true) continue;
			previews++;
			expect(sandbox.ledger.charged()).toBe(0);
			if (!name.startsWith('prospecting')) expect(sent()).toBe(1);
			const before = sent();
			sandbox.faults.add(...faults);
			const { items: got } = await run(name, given, items);
			const { maxRequests = Infinity, maxCredits = Infinity, minimumBalance = 0 } = options as Limits;
			expect([seed, sent() - before <= maxRequests]).toEqual([seed, true]);
			await sandbox.clock.advance(3_600_000);
			const charged = sandbox.ledger.charged();
			const usage = got.find(({ json }) => json.usage !== undefined)?.json.usage as Usage | undefined;
			const reported = usage?.uncertainCalls === 0 ? usage.creditsAtMost : Infinity;
			const most = {
				preview: preview.creditsAtMost,
				reported,
				maxCredits,
				balance: BALANCE - minimumBalance,
			};
			const broken = Object.entries(most).filter(([which, allowed]) =>
				which === 'balance' ? spent() > Number(allowed) : charged > Number(allowed),
			);
			expect({ seed, charged, broken }).toEqual({ seed, charged, broken: [] });
		}
		expect(previews).toBeGreaterThan(2);
	},
	120_000,
);

interface Limits {
	readonly maxRequests?: number;
	readonly maxCredits?: number;
	readonly minimumBalance?: number;
}
interface Usage {
	readonly creditsAtMost: number;
	readonly uncertainCalls: number;
}

it.each(OPERATIONS)(
	'%s sends about as many requests as its preview says when all goes well',
	async (name, { parameters, items }) => {
		const [{ json }] = (await run(name, { ...parameters, previewCost: true }, items(sandbox))).items;
		const before = sent();
		expect((await run(name, parameters, items(sandbox))).error).toBeUndefined();
		// A search ends sooner where fewer match, and what is waited for is asked about several times.
		if (name.includes('searchB2b')) expect(sent() - before).toBeLessThanOrEqual(Number(json.requests));
		else expect(sent() - before).toBeGreaterThanOrEqual(Number(json.requests));
	},
);
