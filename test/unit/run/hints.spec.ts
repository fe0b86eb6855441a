import type { Output } from '../../../core/output/result';
import { addHints } from '../../../nodes/PersonCompanyData/run/ending/ending';
import { sessionOf } from '../../support/session';

const record = (outcome: string, ...items: readonly number[]): Output => ({ json: { outcome }, items });

it('says what was charged without details, and what belongs to no row', () => {
	const hint = jest.fn();
	const outputs = [record('enriched', 0), record('empty', 1), record('enriched'), record('enriched')];
	addHints(Object.assign(sessionOf(), { hint }), { outputs, problems: [] });
	expect(hint.mock.calls).toEqual([
		['3 enriched, 1 empty: no credits charged, 0 requests sent.', 'sum'],
		['1 of 4 records came back without details: charged in a batch, not by Enrich Now.', 'cost'],
		['2 of 4 records contain no submitted identifier and are not paired with an input item.'],
	]);
});
