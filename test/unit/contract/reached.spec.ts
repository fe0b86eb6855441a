import { endpoints } from '../../../contract';
import { fieldsOfOthers } from '../../../contract/reached';

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
