import { outcomeOfRecord } from '../../../core/read/batch';

/** Only a failed record is refunded (specification, credit rule 3). */

it.each([
	[{}, 'empty', 'enriched'],
	[{ erro: 'no data' }, 'failed', 'enriched'],
	[{ status: 'completed' }, 'empty', 'enriched'],
	[{ status: 'completed', erro: 'no data' }, 'empty', 'enriched'],
	[{ status: 'failed' }, 'failed', 'failed'],
	[{ status: 'failed', erro: 'no data' }, 'failed', 'failed'],
])('%j without details is %s, with details %s', (record, without, withDetails) => {
	for (const none of [{}, { detalhes_contato: {} }, { detalhes_contato: null }])
		expect(outcomeOfRecord({ ...record, ...none })).toBe(without);
	expect(outcomeOfRecord({ ...record, detalhes_contato: { emails: ['a@b.co'] } })).toBe(withDetails);
});
