import { endpoints } from '../../../contract';
import { repeatAfterLoss } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { fieldsOfOthers, reachedAt } from '../../../contract/reached';

const ALL = Object.entries<Endpoint>(endpoints);
const filled = (path: string): string => path.replace(/\{\w+\}/g, 'some-id');

describe('the endpoint that another path reaches', () => {
	it.each(ALL)('is %s itself at its own path', (_, endpoint) => {
		const path = filled(endpoint.path);
		for (const own of [path, path.replace(/\/$/, ''), `${path.replace(/\/$/, '')}/`])
			expect(reachedAt(endpoint, own)).toBe(endpoint);
	});

	it.each(ALL)('of %s has the price and the repeat rule of what is there', (_, endpoint) => {
		for (const other of Object.values<Endpoint>(endpoints)) {
			if (other.method !== endpoint.method || other.path === endpoint.path) continue;
			const reached = reachedAt(endpoint, filled(other.path));
			const there = ALL.filter(([, { method, path }]) => method === other.method && path === other.path);
			const rules = there.map(([, one]) => repeatAfterLoss(one));
			expect(repeatAfterLoss(reached)).toBe(rules.includes('never') ? 'never' : rules[0]);
			expect(there.map(([, { billing }]) => billing)).toContain(reached.billing);
			// What is sent and read stays that of the operation.
			expect(reached).toMatchObject({ path: endpoint.path, purpose: endpoint.purpose });
		}
	});

	it.each(ALL)('of %s may be charged, and is not repeated, where nothing is known', (_, endpoint) => {
		const reached = reachedAt(endpoint, '/nobody/knows/this/path');
		expect(reached.billing.kind).toBe('notStated');
		expect(reached.wallet).toBeUndefined();
		expect(repeatAfterLoss(reached)).toBe('never');
		expect(reachedAt(endpoint, '/nobody/knows/this/path')).toBe(reached);
	});
});

it('is no endpoint at a path that is only called in another way, or that cannot be read', () => {
	for (const [, { method, path }] of ALL) {
		const here = ALL.filter(([, other]) => other.path === path);
		if (here.some(([, other]) => other.method !== method)) continue;
		const endpoint = method === 'GET' ? endpoints.personCount : endpoints.balance;
		expect(reachedAt(endpoint, filled(path)).billing.kind).toBe('notStated');
	}
	expect(reachedAt(endpoints.balance, '/%E0%A4%A').billing.kind).toBe('notStated');
});

describe('a field of the body that belongs to another endpoint at the same path', () => {
	it.each<[keyof typeof endpoints, string[]]>([
		['personCount', ['export', 'quantity', 'callback_email', 'plan', 'file_formatting']],
		['personJob', ['export']],
		['b2bCompanySearch', ['document', 'url_social']],
		['b2bPersonSearch', []],
		['b2bPersonEnrichBatch', []],
		['personGet', []],
	])('of %s is one of %j', (name, fields) => {
		expect(fieldsOfOthers(endpoints[name]).sort()).toEqual([...fields].sort());
	});

	it('is each of them where it has no body of its own', () => {
		const { personCount, personJob } = endpoints;
		const all = [personCount, personJob].flatMap(({ body }) => Object.keys(body.properties));
		const without = { ...personCount, body: undefined };
		expect(new Set(fieldsOfOthers(without))).toEqual(new Set(all));
		expect(fieldsOfOthers({ ...personCount, method: 'GET' })).toEqual([]);
	});
});
