import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { priceInWords } from '../../../contract/model/billing';
import { limits } from '../../../contract/model/limits';
import { affordable, whyNotSent, type Left } from './affordable';
import { distinctItems, dueIn } from './cost';
import { estimate } from './estimate';
import { rowOf } from './input/invalid';
import { planOf, serviceFor, type Operation, type CheckedItem } from './operation';
import type { RunOptions } from './options/options';
import type { Outcome, Output } from '../../../core/output/outcome';
import { attempt, inTurns, mapInTurns, type Settled } from '../../../core/base/async';
import { asObject, asRows } from '../../../core/base/json';
import { reasonOf } from '../../../core/client/explain';
import { ServiceFailure } from '../../../core/client/failure';
import type { Reply } from '../../../core/client/request';
import { takeFunds } from '../../../core/once/balance';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';

/**
 * Outputs what a run would cost instead of running it, within the user's limits, and the plan of each item where items
 * differ in it. Makes only free calls (a count, the balance).
 * @param settled what has become of other items without any call
 */
export async function previewRun(
	session: Session,
	operation: Operation,
	checked: readonly CheckedItem[],
	runOptions: RunOptions,
	settled: Outcome,
): Promise<Outcome> {
	const { outputs: invalid, problems } = settled;
	const service = new Service(session, []);
	const asked = await attempt(service.ask({ endpoint: endpoints.balance }));
	if (!asked.ok && isInTheWay(session, operation, asked.error)) throw asked.error;
	takeFunds(service, asked);
	const { fit, left } = await affordable(session, operation, checked, runOptions);
	const costs = dueIn(session, operation);
	const { creditsAtMost, byWallet, requests } = await estimate(operation, fit, runOptions, costs, {
		left: left.flatMap((each) => each.items),
	});
	const counted = await countsOf(session, operation, checked);
	const invalidItems = [
		...problems.map(({ items: [item], error }) => ({ item, error: error.message })),
		...invalid.map(({ items: [item], json }) => ({ item, error: json.reason })),
	];
	const items = [...checked, ...invalidItems].map(({ item }) => item);
	const json: IDataObject = {
		preview: true,
		creditsAtMost: creditsAtMost ?? null,
		items: items.length,
		distinctItems: (await distinctItems(checked)).length,
		invalidItems: invalidItems.map(({ item, error }) => ({ row: rowOf(item), error })),
		...(left.length > 0 && {
			itemsNotSent: left.flatMap((each) => each.items).length,
			whyNotSent: left.map(whyNotSent).join(' '),
		}),
		...(creditsAtMost === undefined ? unknownCost(operation) : { creditsByWallet: byWallet }),
		requestsAtLeast: requests.atLeast,
		requestsAtMost: Number.isFinite(requests.atMost) ? requests.atMost : null,
		...(requests.note !== undefined && { requestsNote: requests.note }),
		...(operation.options?.skipEnriched !== undefined && { note: noteOn(operation, runOptions) }),
		...(counted.length > 0 && { counted }),
		...balanceOf(asked),
	};
	session.hint(inWords(json, invalidItems.length), 'info');
	const plans =
		operation.kindOf === undefined
			? []
			: [...(await plansOf(operation, checked, left)), ...invalid.map(asPreview)];
	return { outputs: [{ json, items: items.sort((a, b) => a - b) }, ...plans], problems: [] };
}

/** Whether the run would not get further either: an account may lack the balance alone. */
const isInTheWay = (session: Session, { calls: [call] }: Operation, error: Error): boolean =>
	!(error instanceof ServiceFailure) ||
	error.phase === 'stopped' ||
	session.reasonNotToCall(call) !== undefined;

function balanceOf(asked: Settled<Reply>): IDataObject {
	if (!asked.ok) return { balance: null, whyBalanceUnknown: reasonOf(asked.error) };
	const balance = asObject(asked.value.body);
	return { balance: balance.balance ?? balance };
}

/** What the operation itself counts for each item; one that cannot be counted says why. */
async function countsOf(
	session: Session,
	operation: Operation,
	checked: readonly CheckedItem[],
): Promise<IDataObject[]> {
	const { preview } = operation;
	if (preview === undefined) return [];
	const counted: IDataObject[] = [];
	for await (const { item, input, options } of inTurns(checked)) {
		const asked = await attempt(preview(input, serviceFor(session, operation, options)));
		counted.push({ row: rowOf(item), ...(asked.ok ? asked.value : { error: reasonOf(asked.error) }) });
	}
	return counted;
}

const asPreview = ({ json, items }: Output): Output => ({
	json: { preview: true, ...json, creditsAtMost: 0 },
	items,
});

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What a run would use, as a part of a sentence. */
function usedAtMost(credits: unknown, requests: unknown): string {
	if (typeof credits !== 'number') {
		const more = typeof requests === 'number' ? `at most ${plural(requests, 'request')}` : 'of requests';
		return `an unknown number of credits and ${more}`;
	}
	const more = typeof requests === 'number' ? plural(requests, 'request') : 'an unknown number of requests';
	return `at most ${plural(credits, 'credit')} and ${more}`;
}

/** The sum of a preview for the output pane: what stands far to the right in its table. */
function inWords(json: IDataObject, invalid: number): string {
	const onOthers = json.creditsAtMost === 0 ? undefined : json.note;
	const failed = asRows(json.counted).find(({ error }) => error !== undefined);
	const uncounted = failed && `Row ${String(failed.row)} could not be counted: ${String(failed.error)}.`;
	const notes = [json.whyCreditsUnknown, json.requestsNote, json.whyNotSent, uncounted, onOthers];
	return [
		`This run would cost ${usedAtMost(json.creditsAtMost, json.requestsAtMost)}.`,
		...(invalid > 0
			? [`${invalid} of ${String(json.items)} rows ${invalid === 1 ? 'is' : 'are'} not valid.`]
			: []),
		...notes.filter((note) => typeof note === 'string'),
	].join(' ');
}

/** To plan an item takes as long as so much small work. */
const PLAN_WEIGHT = 10;

/** What would be done for each item, and at which price. */
async function plansOf(
	operation: Operation,
	checked: readonly CheckedItem[],
	left: readonly Left[],
): Promise<Output[]> {
	const firsts = new Map<string, number>();
	const reasons = new Map(
		left.flatMap((each) => {
			const why = whyNotSent(each);
			return each.items.map((item) => [item, why] as const);
		}),
	);
	const planFor = (each: CheckedItem): Output => {
		const { item, input, unit } = each;
		const recognisedAs = operation.kindOf?.(input);
		const reason = reasons.get(each);
		if (reason !== undefined) {
			const json = { preview: true, outcome: 'not sent', recognisedAs, reason, creditsAtMost: 0 };
			return { json, items: [item] };
		}
		const first = firsts.get(unit);
		if (first === undefined) firsts.set(unit, item);
		const calls = planOf(operation, { input });
		const steps = calls.map(({ purpose, billing, wallet }) => `${purpose}: ${priceInWords(billing, wallet)}`);
		const json: IDataObject = {
			preview: true,
			outcome: 'planned',
			recognisedAs,
			plan:
				first === undefined ? steps.join('. ') : 'The same contact as an earlier row, whose result it gets',
			creditsAtMost: first === undefined ? calls.length : 0,
		};
		return { json, items: [item] };
	};
	return await mapInTurns(checked, () => PLAN_WEIGHT, planFor);
}

/** Why the credits cannot be told: only the service counts the rows of a file. */
const unknownCost = ({ calls: [{ billing, wallet }] }: Operation): IDataObject => ({
	whyCreditsUnknown: `The rows of a file are not counted before it is sent. ${priceInWords(billing, wallet)}.`,
});

/** What earlier executions mean for the cost of an enrichment. */
function noteOn({ calls: [{ idempotent }] }: Operation, { skipEnriched }: RunOptions): string {
	if (skipEnriched === true) {
		return 'Contacts that an earlier execution enriched are counted here, but the run skips them.';
	}
	const except = idempotent ? ` more than ${limits.idempotencyKeyHours} hours ago` : '';
	return `A contact that an earlier execution enriched${except} is paid for again, unless Options > Skip Records Enriched Before is set.`;
}
