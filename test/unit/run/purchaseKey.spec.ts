import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../nodes/PersonCompanyData/operations';
import { purchaseKeyOf } from '../../../nodes/PersonCompanyData/run/operation';
import { CHARGED } from '../../support/allOperations';

const purchaseKey = (resource: string, name: string, parameters: IDataObject, item = 0): string => {
	const operation = resources[resource].operations[name];
	const options = { ...(parameters.options as IDataObject) };
	const at = (field: string) => ({ node: {} as never, item, field });
	const input = operation.prepare({ ...parameters, options }, at, { json: { cpf: '1', other: 2 } });
	return purchaseKeyOf(operation, { item, input, options });
};

it.each(CHARGED)('%s says what it charges for', (_, _resource, _key, operation) => {
	expect(operation.purchaseKey).toBeDefined();
});

describe('the purchaseKey of work', () => {
	const person = { identifyBy: 'id_pessoa', id_pessoa: 7, waitLimit: 60, afterSubmission: 'wait' };

	it('is the same for all ways to enrich a contact', () => {
		const ways = ['enrichPersons', 'enrichPersonBatch', 'enrichPersonNow'].map((name) =>
			purchaseKey('b2bPerson', name, person),
		);
		expect(new Set(ways).size).toBe(1);
		expect(ways[0]).toMatch(/^[0-9a-f]{64}$/);
	});

	it('is another one for a person than for a company with the same profile URL', () => {
		const url = { identifyBy: 'url_social', url_social: 'example.com/a' };
		expect(purchaseKey('b2bPerson', 'enrichPersonNow', url)).not.toBe(
			purchaseKey('b2bCompany', 'enrichCompanyNow', url),
		);
	});

	it('is the same for a number checked alone and in a batch', () => {
		const phone = { phone: '51999990000', output: 'number' };
		expect(purchaseKey('chatApp', 'checkNumber', phone)).toBe(
			purchaseKey('chatApp', 'checkNumbersInBatch', phone),
		);
	});

	it('does not depend on a time-out, but on what overrides change', () => {
		const withOptions = (options: IDataObject) =>
			purchaseKey('b2bPerson', 'enrichPersonNow', { ...person, options });
		expect(withOptions({ requestTimeout: 5 })).toBe(withOptions({}));
		expect(withOptions({ additionalBodyFields: {} })).toBe(withOptions({}));
		const others = [{ additionalBodyFields: { a: 1 } }, { additionalQueryParameters: { a: 1 } }];
		expect(new Set([{}, ...others].map(withOptions)).size).toBe(3);
	});

	it('of a search that continues is where it begins, not where it ends', () => {
		const search = (offset: number, limit = 5) =>
			purchaseKey('b2bPerson', 'searchB2bPersons', {
				filtros_pessoa: { niveis_senioridade: ['Pleno'] },
				limit,
				options: { continueFrom: { chave_cache: 'key', total_cacheado: 500, offset } },
			});
		expect(search(50)).not.toBe(search(0));
		expect(search(50, 9)).toBe(search(50));
	});

	it('of a job is what it exports, in any order, and how much', () => {
		const job = (parameters: IDataObject) =>
			purchaseKey('prospecting', 'createPersonJob', {
				jobName: 'a',
				quantity: 5,
				filters: { states: ['SP', 'RJ'] },
				options: {},
				...parameters,
			});
		expect(job({ jobName: 'A 2026-11-22', filters: { states: ['RJ', 'SP'] } })).toBe(job({}));
		// The service takes the name for part of the persons' names.
		expect(job({ jobName: 'b' })).not.toBe(job({}));
		expect(job({ options: { callback_email: 'a@example.com', file_formatting: 'csv' } })).toBe(job({}));
		expect(job({ quantity: 6 })).not.toBe(job({}));
		expect(job({ filters: { states: ['SP'] } })).not.toBe(job({}));
	});

	it('of a row in a file for a layout is its columns, its place and the layout', () => {
		const row = (parameters: IDataObject, item = 0) =>
			purchaseKey(
				'layoutEnrichment',
				'createLayoutEnrichment',
				{ jobName: 'a', layout_id: 1, ...parameters },
				item,
			);
		expect(row({ jobName: 'b', options: { columns: ['cpf'] } })).toBe(row({ options: { columns: ['cpf'] } }));
		expect(
			new Set([row({}), row({}, 1), row({ layout_id: 2 }), row({ options: { columns: ['cpf'] } })]).size,
		).toBe(4);
	});
});
