import type { IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../../../../core/base/clock';
import { isObject } from '../../../../core/base/json';
import { runStateOf, UnreadableState, type RunState } from '../../../../core/client/runState';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isAmount: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: Check = (value) => isAmount(value) && (value as number) >= 0;
const DAY_MS = 24 * 60 * 60_000;
/** A time; one far ahead would hold requests back for ever. */
const isTime: Check = (value) => isCount(value) && (value as number) <= clock.now() + DAY_MS;
const orNull =
	(check: Check): Check =>
	(value) =>
		value === null || check(value);
const optional =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);
const each =
	(check: Check): Check =>
	(value) =>
		isObject(value) && Object.values(value).every(check);
const all =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every(check);
const having =
	(checks: Readonly<Record<string, Check>>): Check =>
	(value) =>
		isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

/** Hashes of purchase keys, of which a whole number was written. */
const isHashes: Check = (value) => isText(value) && (value as string).length % 12 === 0;

const isSpent = having({ requests: isCount, credits: isCount });

/** What may stand in each field: with anything else, limits would not hold and work could be paid for again. */
const FIELDS: { readonly [name in keyof Required<RunState>]: Check } = {
	format: () => false,
	execution: isText,
	spent: isSpent,
	answers: each(having({ status: isCount })),
	tries: having({ run: isText, count: isCount, before: optional(isSpent) }),
	ledger: having({
		version: (version) => version === 1,
		submissions: all(
			having({
				keys: isHashes,
				further: optional(all(isCount)),
				at: isTime,
				id: optional(isText),
				answer: optional(isObject),
				byKey: optional(having({ key: isText, since: isTime })),
				output: optional(isText),
			}),
		),
	}),
	balance: orNull(isText),
	funds: having({ at: isTime, left: each(isAmount), own: optional(each(isAmount)) }),
	searchKeys: orNull(isText),
	answered: isText,
	pace: having({ due: optional(isTime) }),
	parked: isText,
};

/**
 * Checks what n8n has kept of earlier tries and turns of the execution, before anything is sent.
 * @throws UnreadableState when it is not what this version writes
 */
export function checkEarlierTries(context: Pick<IExecuteFunctions, 'getContext'>): void {
	const state: unknown = runStateOf(context);
	const wrong = isObject(state)
		? Object.entries(FIELDS).find(([name, isRight]) => state[name] !== undefined && !isRight(state[name]))
		: (['all of it'] as const);
	if (wrong === undefined) return;
	throw new UnreadableState(
		`What n8n has kept of earlier tries of this execution cannot be read (${wrong[0]})`,
		'It is damaged, or a later version of this package has written it. Nothing was sent, as work could be paid for twice. After a downgrade, update the package and retry the execution. Otherwise start a new execution: what was sent and not output is remembered apart from this one, and is not sent again.',
	);
}
