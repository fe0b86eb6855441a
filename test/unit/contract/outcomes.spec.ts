import { isOutcome, OPEN_OUTCOMES, OUTCOMES, reasonFor } from '../../../contract/outcomes';

it('results need no reason, all others say why', () => {
	const withoutReason = OUTCOMES.filter((name) => reasonFor(name) === undefined);
	expect(withoutReason).toEqual(['enriched', 'found']);
	expect(reasonFor('missing')).toBe('The result has no record for this item, which may have been charged.');
});

it('may have been charged without a result', () => {
	expect(OPEN_OUTCOMES).toEqual(['missing', 'uncertain']);
});

it('are no other words', () => {
	expect(['skipped', 'done', 'constructor', undefined].map(isOutcome)).toEqual([true, false, false, false]);
});
