import { endpoints } from '../../../contract';
import { fieldsOfPrice } from '../../../contract/reached';

const COUNTED = ['contatos', 'file', 'phones', 'quantity'];

describe('the fields that decide what a call costs', () => {
	it.each<[keyof typeof endpoints, string[]]>([
		['personCount', ['export', 'callback_email', 'plan', 'file_formatting']],
		['personJob', ['export']],
		['b2bCompanySearch', ['document', 'url_social', 'pagina', 'chave_cache', 'total_cacheado']],
		['b2bPersonSearch', ['pagina', 'chave_cache', 'total_cacheado']],
		['b2bPersonEnrichBatch', []],
		['personGet', []],
	])('of %s are those that count records, and %j', (name, fields) => {
		expect(fieldsOfPrice(endpoints[name]).sort()).toEqual([...COUNTED, ...fields].sort());
	});

	it('are all of the others at its path where it has no body of its own', () => {
		const { personCount, personJob } = endpoints;
		const all = [personCount, personJob].flatMap(({ body }) => Object.keys(body.properties));
		const without = { ...personCount, body: undefined };
		expect(new Set(fieldsOfPrice(without))).toEqual(new Set([...all, ...COUNTED]));
		expect(fieldsOfPrice({ ...personCount, method: 'GET' }).sort()).toEqual(COUNTED);
	});
});
