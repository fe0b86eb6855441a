import { endpoints } from '../../../contract';
import type { Endpoint } from '../../../contract/model/endpoint';
import type { Schema } from '../../../contract/model/schema';
import { specifiedCalls, withoutSlash } from './specification';

const all: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);
const callOf = ({ method, path }: Endpoint): string => `${method} ${withoutSlash(path)}`;

describe('the endpoints of the contract', () => {
	const specified = specifiedCalls();
	const ours = all.filter(([, e]) => !e.isBeyondSpecification).map(([, e]) => callOf(e));

	it('are all in the specification unless they are marked as beyond it', () => {
		expect([...new Set(ours)].sort()).toEqual([...specified].sort());
	});

	it('are marked as beyond the specification when they are not in it', () => {
		const extras = all.filter(([, { isBeyondSpecification }]) => isBeyondSpecification);
		expect(extras.map(([name]) => name)).toEqual(['b2bPersonEnrichNow', 'companyIntel']);
		for (const [, extra] of extras) {
			expect(specified).not.toContain(callOf(extra));
			expect(extra.assumed).toBeDefined();
		}
	});

	it.each(all)('%s has a parameter for every placeholder of its path', (_name, endpoint) => {
		const placeholders = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
		expect(Object.keys(endpoint.pathParameters?.properties ?? {})).toEqual(placeholders);
	});

	it.each(all)('%s has a wallet only when it is charged', (_name, { billing, wallet }) => {
		expect(wallet !== undefined && billing.kind === 'free').toBe(false);
	});

	it.each(all)(
		'%s gives every field a title and every form a pattern that its examples match',
		(_name, e) => {
			const check = (schema: Schema): void => {
				expect(schema.title).toBeTruthy();
				const form = schema['x-written-as'];
				for (const example of schema.examples ?? []) {
					if (form) expect(String(example)).toMatch(new RegExp(form.pattern, 'u'));
				}
				for (const name of schema.required ?? []) expect(schema.properties).toHaveProperty([name]);
				Object.values(schema.properties ?? {}).forEach(check);
				if (schema.items) check(schema.items);
				// The forms beside the properties of an object only name what is required.
				if (schema.type === undefined) schema.anyOf?.forEach(check);
			};
			for (const part of [e.pathParameters, e.query, e.headers, e.body]) if (part) check(part);
		},
	);
});
