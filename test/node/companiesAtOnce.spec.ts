import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { NodeResult } from '../support/harness';
import { placed } from '../support/placed';
import { runsOn } from './support/runs';
import { useSandbox } from './support/useSandbox';

/** Executions that overlap and ask for the same companies by CNPJ: each company is enriched once, and charged once. */

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 2000 }, (started) => {
	sandbox = started;
});

type Way = 'enrichList' | 'enrichCompanyBatch' | 'enrichCompanies';
const WAYS: readonly Way[] = ['enrichList', 'enrichCompanyBatch', 'enrichCompanies'];

const enrich = async (
	way: Way,
	items: readonly IDataObject[],
	options: IDataObject = {},
	parameters: IDataObject = {},
): Promise<NodeResult> =>
	await runsOn(() => sandbox)(
		way === 'enrichList' ? 'list' : 'b2bCompany',
		way,
		{ ...parameters, ...placed(options) },
		items,
	);

const companies = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ cnpj: sandbox.companies.cnpj(i + 1) }));
/** The contacts that were submitted, by all ways. */
const submitted = (): IDataObject[] =>
	[...sandbox.requests.of('b2bCompanyEnrichBatch'), ...sandbox.requests.of('b2bCompanyEnrich')].flatMap(
		({ body }) => {
			const { contatos, contato } = body as { contatos?: IDataObject[]; contato?: IDataObject };
			return contatos ?? (contato === undefined ? [] : [contato]);
		},
	);
const outcomesOf = ({ items }: NodeResult): unknown[] => items.map(({ json }) => json.outcome);
const errorsOf = ({ errorItems }: NodeResult): string[] => errorItems.map(({ json }) => String(json.error));

beforeEach(() => void sandbox.set({ companyByCnpj: 'empty', notStatedPrice: 'charged' }));

describe.each([{}, { skipEnriched: true }])(
	'a list that is run again while its companies are asked for %j',
	(options) => {
		it.each(WAYS)('is paid for once (%s)', async (way) => {
			const list = companies(12);
			let second: Promise<NodeResult> | undefined;
			sandbox.clock.after(4000, () => (second = enrich(way, list, options)));
			const first = await enrich(way, list, { ...options, maxRequestsPerMinute: 60 });
			const later = await second;
			expect(outcomesOf(first)).toEqual(Array(12).fill('enriched'));
			if (later === undefined) throw new Error('The second execution was not begun.');
			expect(outcomesOf(later)).toEqual([]);
			expect(errorsOf(later)).toEqual(
				Array(12).fill(expect.stringContaining('sent before without a result')),
			);
			expect(submitted()).toHaveLength(12);
			expect(sandbox.ledger.charged('b2b')).toBe(24);
		});
	},
);
