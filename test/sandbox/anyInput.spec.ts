import { endpoints, type EndpointName } from '../../contract';
import { cnpjFrom, cpfFrom } from '../../contract/input';
import type { Endpoint } from '../../contract/model/endpoint';
import type { Schema } from '../../contract/model/schema';
import { randomOf, type Random } from '../support/random';
import { useSandbox } from './support';

/**
 * Whatever is sent, the service answers as one: what nobody has is not found, and no answer shows the inside of the
 * sandbox. CNPJs have letters since July 2026 (issue 36, A4).
 */

const bench = useSandbox({ persons: 200, companies: 100 });

const RUNS = Number(process.env.PROPERTY_RUNS ?? 40);
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const characters = (random: Random, count: number, from: string): string =>
	Array.from({ length: count }, () => random.pick([...from])).join('');

const ODD = [
	...[
		'',
		' ',
		'0',
		'-1',
		'1.5',
		'1e30',
		'NaN',
		'null',
		'*',
		'**',
		'(',
		'[',
		'*(a',
		'\\',
		'%',
		'%zz',
		'../',
		'\u0000',
	],
	...[
		'ç~é',
		'💥',
		'\ud800',
		'__proto__',
		'constructor',
		'a - b',
		'A - B - C',
		'2020-13-45',
		'x'.repeat(5000),
	],
	...[
		'https://',
		'https://social.example/in/synthetic-person-99999999999999999999',
		'person0@example.com',
		'@',
	],
];

/** A text that may be anything, most often something like a document, email, URL or ID. */
function text(random: Random): string {
	const { companies, persons } = bench.sandbox;
	return random.pick<() => string>([
		() => cnpjFrom(characters(random, 12, LETTERS)),
		() => cpfFrom(characters(random, 9, LETTERS.slice(0, 10))),
		() => characters(random, random.between(1, 16), LETTERS),
		() => companies.cnpj(random.between(0, 99)),
		() => persons.cpf(random.between(0, 199)),
		() => persons.email(random.between(0, 199)),
		() => companies.socialUrl(random.between(0, 99)),
		() => String(companies.id(random.between(0, 99))),
		() => random.pick(ODD),
	])();
}

const number = (random: Random): number =>
	random.pick([0, -1, 1, 2, 7, 50, 1000, 1.5, 1e21, 2 ** 53, random.between(1, 1_000_000)]);

/** A value of a schema, often within its rules. */
function valueOf(schema: Schema, random: Random, depth = 0): unknown {
	if (random.chance(0.1)) return random.pick<unknown>([null, true, [], {}, text(random), number(random)]);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum !== undefined && random.chance(0.7)) return random.pick(schema.enum as readonly unknown[]);
	const form = schema.anyOf === undefined ? schema : { ...schema, ...random.pick(schema.anyOf) };
	if (form.items !== undefined)
		return Array.from({ length: random.between(0, 3) }, () => valueOf(form.items ?? {}, random, depth + 1));
	if (schema.properties !== undefined || form.properties !== undefined)
		return depth > 4 ? {} : objectOf({ ...schema.properties, ...form.properties }, random, depth + 1);
	if (form.type === 'boolean') return random.chance(0.5);
	return form.type === 'integer' || form.type === 'number' ? number(random) : text(random);
}

const objectOf = (properties: Readonly<Record<string, Schema>>, random: Random, depth = 0): object =>
	Object.fromEntries(
		Object.entries(properties).flatMap(([name, schema]) =>
			random.chance(0.6) ? [[name, valueOf(schema, random, depth)]] : [],
		),
	);

it.each(Object.entries<Endpoint>(endpoints))(
	'%s never fails',
	async (name, { method, path, body, query }) => {
		for (let seed = 1; seed <= RUNS; seed++) {
			const random = randomOf(seed);
			const url = path.replace(/\{\w+\}/g, () =>
				encodeURIComponent(Buffer.from(text(random)).toString() || 'x'),
			);
			const sent = objectOf((method === 'GET' ? query : body)?.properties ?? {}, random);
			const answer = await bench.http.request({
				...{ method, url },
				...(method === 'GET'
					? {
							params: new URLSearchParams(
								Object.entries(sent).map(([key, value]): [string, string] => [key, String(value)]),
							),
						}
					: { data: sent }),
			});
			// What was accepted is worked on later.
			await bench.sandbox.clock.advance(60_000);
			expect([name, seed, answer.status < 500, bench.sandbox.requests.mistakes]).toEqual([
				name,
				seed,
				true,
				[],
			]);
		}
	},
);

it.each<[EndpointName, string, object]>([
	['b2bCompanyFind', '/b2b/companies/', { document: cnpjFrom('12ABC34501DE') }],
	['companyGet', '/companies/', { cnpj: cnpjFrom('12ABC34501DE') }],
	['companyBranches', '/company/search/filial/', { cnpj: cnpjFrom('12ABC34501DE') }],
])('%s does not find a CNPJ with letters that nobody has', async (name, url, sent) => {
	const isGet = endpoints[name].method === 'GET';
	const { status, data } = isGet
		? await bench.http.get(url, { params: sent })
		: await bench.http.post(url, sent);
	if (isGet) expect([status, data]).toEqual([200, []]);
	else expect(status).toBe(404);
});
