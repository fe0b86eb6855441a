/** What became of a row, by the value of the output field `outcome`: its `reason` if it has no result. */
const REASONS = {
	enriched: undefined,
	found: undefined,
	'not found': 'The service found nothing for this item',
	empty: 'The service returned no details for this item, and counted it as enriched',
	failed: 'The service could not enrich this item. Its credit was refunded',
	missing: 'The result has no record for this item, which may have been charged',
	uncertain: 'No answer came, so this item may have been charged',
	waiting: 'The result is not there yet. Reading it later is free',
	skipped: 'Enriched by an earlier execution, whose output has the data, so not sent again',
	invalid: 'The item is not valid. Nothing was sent for it',
	'not sent': 'Nothing was sent for this item, and nothing charged',
} as const;

export type Outcome = keyof typeof REASONS;

export const OUTCOMES = Object.keys(REASONS) as Outcome[];

/** Whether a row was charged, as the documents say it; `no` by default. */
export const CHARGED: Readonly<Partial<Record<Outcome, string>>> = {
	enriched: 'yes',
	found: 'as priced',
	'not found': 'no; a B2B search may be',
	empty: 'in a batch; not by Enrich Now',
	failed: 'no, or refunded',
	missing: 'maybe',
	uncertain: 'maybe',
	waiting: 'yes, once',
};

/** They may have been charged without a result. */
export const OPEN_OUTCOMES = OUTCOMES.filter((name) => CHARGED[name] === 'maybe');

export const isOutcome = (value: unknown): value is Outcome => Object.hasOwn(REASONS, String(value));

/** Why a row has no result, unless a better reason is known; `undefined` if it has one. */
export const reasonFor = (name: string): string | undefined =>
	isOutcome(name) && REASONS[name] !== undefined ? `${REASONS[name]}.` : undefined;
