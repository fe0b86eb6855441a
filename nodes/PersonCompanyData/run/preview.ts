import groupBy from 'lodash/groupBy';
import pickBy from 'lodash/pickBy';
import sortBy from 'lodash/sortBy';

import { endpoints } from '../../../contract';
import { isCharged, priceInWords, priceOf, type Wallet } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { limits } from '../../../contract/model/limits';
import { attempt, inTurns, mapInTurns } from '../../../core/base/async';
import { digits, plural, rowOf, some } from '../../../core/base/text';
import type { Funds } from '../../../core/client/runState';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import type { Outcome, Output } from '../../../core/output/outcome';
import { takeFunds } from '../../../core/purchase/balance';
import { affordable, whyNotSent, type Left } from './affordable';
import { byProduct, dueIn, estimate, requestsFor, sumOf, type ChargesOf, type Estimate } from './cost';
import { rowsInWords } from './ending/hints';
import { givenIn } from './rows';
import type { CheckedItem, Operation } from './operation';
import type { RunOptions } from './options/options';
import { serviceFor } from './plan';
import type { Checked } from './prepare';

/** What a row would cost, or why it costs nothing. */
interface Verdict {
	readonly outcome: 'planned' | 'not sent' | 'invalid';
	/** Without calls that have been free so far; `null` if unknown. */
	readonly creditsLikely: number | null;
	readonly creditsAtMost: number | null;
	/** Only where the operation counts matches. */
	readonly matching?: number | null;
	readonly reason: string;
}

/** The columns of a preview, the same for the sum and all rows. */
interface Line<R extends number | string = number | string> extends Verdict {
	/** Counted from 1. */
	readonly row: R;
	readonly value: string;
	readonly recognisedAs: string;
	/** An estimate; only in the sum. */
	readonly requests: number | null;
	/** Of the charged product; only in the sum. */
	readonly balance: number | null;
	readonly preview: true;
}

/** The sum, then each row, within the user's limits. Makes only free calls (a count, the balance). */
export async function previewRun(session: Session, operation: Operation, checked: Checked): Promise<Outcome> {
	const { items, options } = checked;
	const service = new Service(session, []);
	const asked = await attempt(service.ask({ endpoint: endpoints.balance }));
	// Goes on if only the balance is unavailable; otherwise the run itself would fail, too.
	if (!asked.ok && session.reasonNotToCall(operation.calls[0]) !== undefined) throw asked.error;
	takeFunds(service, asked);
	const { fit, left } = await affordable(session, operation, items, options);
	const charges = dueIn(session, operation);
	const lines = await linesOf(operation, checked, await verdictsOn(session, operation, checked, left));
	const estimated = await estimate(charges, fit);
	const requests = await requestsFor(operation, fit, options);
	const sum = sumLine(operation, lines, left, { ...estimated, requests, funds: session.usage.funds });
	session.hint(sum.reason, 'sum');
	if (operation.options?.skipEnriched !== undefined && sum.creditsAtMost !== 0)
		session.hint(noteOn(operation, options), 'info');
	const outputs = lines.map((line, item): Output => ({ json: { ...line }, items: [item] }));
	return { outputs: [{ json: { ...sum }, items: [...lines.keys()] }, ...outputs], problems: [] };
}

function noteOn({ calls: [{ idempotent }] }: Operation, { skipEnriched }: RunOptions): string {
	if (skipEnriched === true) {
		return 'Contacts that an earlier execution enriched are counted here, but the run skips them.';
	}
	const except = idempotent ? ` more than ${limits.idempotencyKeyHours} hours ago` : '';
	return `A contact that an earlier execution enriched${except} is paid for again, unless Options > Skip Records Enriched Before is set.`;
}

type Price = Omit<Verdict, 'outcome'>;

async function verdictsOn(
	session: Session,
	operation: Operation,
	{ items, settled }: Checked,
	left: readonly Left[],
): Promise<ReadonlyMap<number, Verdict>> {
	const verdicts = new Map<number, Verdict>();
	const nothing = { creditsLikely: 0, creditsAtMost: 0 };
	const none = { ...nothing, ...(operation.preview && { matching: 0 }) };
	for (const {
		items: [item],
		error,
	} of settled.problems)
		verdicts.set(item, { outcome: 'invalid', ...none, reason: error.message });
	for (const {
		items: [item],
		json,
	} of settled.outputs)
		verdicts.set(item, { outcome: 'invalid', ...none, reason: String(json.reason) });
	const notSent = new Map(left.flatMap((each) => each.items.map(({ item }) => [item, whyNotSent(each)])));
	const charges = dueIn(session, operation);
	const firsts = new Map<string, number>();
	for await (const each of inTurns(items)) {
		const { item, purchaseKey } = each;
		const price = await priceOfItem(session, operation, each, charges(each));
		const [why, first] = [notSent.get(item), firsts.get(purchaseKey)];
		const same = first !== undefined && `The same as row ${rowOf(first)}: gets its result.`;
		if (why !== undefined) verdicts.set(item, { outcome: 'not sent', ...price, ...nothing, reason: why });
		else if (same) verdicts.set(item, { outcome: 'planned', ...price, ...nothing, reason: same });
		else verdicts.set(item, { outcome: 'planned', ...price });
		if (why === undefined && !same) firsts.set(purchaseKey, item);
	}
	return verdicts;
}

async function priceOfItem(
	session: Session,
	operation: Operation,
	{ input, options }: CheckedItem,
	due: ReturnType<ChargesOf>,
): Promise<Price> {
	const { most: creditsAtMost = null, freeSoFar } = sumOf(due);
	const creditsLikely = creditsAtMost === null ? null : creditsAtMost - freeSoFar;
	const credits = { creditsLikely, creditsAtMost };
	const counting = operation.preview?.(input, serviceFor(session, operation, options));
	const counted = counting && (await attempt(counting));
	if (counted?.ok === false) {
		const reason = `The matches could not be counted: ${counted.error.message}.`;
		return { ...credits, matching: null, reason };
	}
	if (counted !== undefined) {
		const { matching = null, reason, credits: most } = counted.value;
		return { creditsLikely: Math.min(creditsLikely ?? most, most), creditsAtMost, matching, reason };
	}
	if (due.length === 0) return { ...credits, reason: 'Paid for in this execution.' };
	const [{ call }] = due;
	if (creditsAtMost === null) {
		const price = priceInWords(call.billing, call.wallet);
		return { ...credits, reason: `The rows of a file are not counted before it is sent. ${price}.` };
	}
	// Certain costs go first; the sum and the menu say the rest.
	const steps = sortBy(due, (each) => each.call.freeSoFar !== undefined);
	return { ...credits, reason: `${steps.map((each) => stepInWords(each.call)).join(', ')}.` };
}

const stepInWords = ({ freeSoFar, billing, wallet }: Endpoint): string =>
	freeSoFar === undefined
		? priceOf(billing, wallet).price.split(',')[0]
		: `up to 1 ${freeSoFar} (free so far)`;

async function linesOf(
	operation: Operation,
	{ items, rows }: Checked,
	verdicts: ReadonlyMap<number, Verdict>,
): Promise<Array<Line<number>>> {
	const inputs = new Map(items.map(({ item, input }) => [item, input]));
	return await mapInTurns(rows.entries(), ([item, row]): Line<number> => {
		const { label, value } = givenIn(operation, row);
		const kind = inputs.has(item) ? operation.kindOf?.(inputs.get(item)) : 'not recognised';
		return {
			row: rowOf(item),
			value,
			recognisedAs: (operation.kindOf && kind) ?? label,
			...(verdicts.get(item) as Verdict),
			...{ requests: null, balance: null, preview: true },
		};
	});
}

function sumLine(
	{ calls }: Operation,
	lines: ReadonlyArray<Line<number>>,
	left: readonly Left[],
	{ products, freeSoFar, requests, funds }: Estimate & { readonly requests?: number; readonly funds?: Funds },
): Line<'Sum'> {
	const add = (field: 'creditsLikely' | 'creditsAtMost' | 'matching'): number | null =>
		lines.reduce<number | null>(
			(sum, { [field]: own = null }) => (sum === null || own === null ? null : sum + own),
			0,
		);
	const isPlanned = lines.some(({ outcome }) => outcome === 'planned');
	const invalid = [...lines.keys()].filter((item) => lines[item].outcome === 'invalid');
	const priced = pickBy(products, ({ most }) => most > 0);
	const [only, ...others] = Object.keys(priced);
	const charged = calls.find(({ billing }) => isCharged(billing));
	const wallet = (only !== undefined && others.length === 0 ? only : charged?.wallet) as Wallet | undefined;
	const balance = (wallet && funds?.left[wallet]) ?? null;
	const [creditsLikely, creditsAtMost] = [add('creditsLikely'), add('creditsAtMost')];
	const inProducts = byProduct(priced, ({ most, freeSoFar: free }, noun) => {
		const likely = others.length === 0 ? (creditsLikely ?? most) : most - free;
		return `${likely < most ? `${digits(likely)} to` : 'up to'} ${plural(most, noun)}`;
	});
	const credits = creditsAtMost === null ? 'an unknown number of credits' : inProducts || 'no credits';
	const about = requests === undefined ? 'an unknown number of' : `about ${digits(requests)}`;
	const plan = [
		...(isPlanned
			? [credits, `${about} ${requests === 1 ? 'request' : 'requests'}`]
			: ['nothing would be sent']),
		...balanceInWords(funds?.left, others.length > 0 ? null : balance),
	].join(', ');
	const uncounted = lines.find(({ matching }) => matching === null);
	const sentences = [
		`${plan[0].toUpperCase()}${plan.slice(1)}.`,
		freeSoFar > 0 && `Up to ${digits(freeSoFar)} of them to find companies, which has been free so far.`,
		invalid.length > 0 &&
			`${some(invalid.length, lines.length, 'row')} not valid${rowsInWords('invalid', invalid)}.`,
		...left.flatMap(({ items, why, advice }) => [
			`${some(items.length, lines.length, 'row')} not sent: ${why}.`,
			advice,
		]),
		uncounted && `The matches of row ${uncounted.row} could not be counted.`,
		lines.find((line) => line.creditsAtMost === null)?.reason,
		funds?.unreadable,
	];
	return {
		row: 'Sum',
		value: plural(lines.length, 'row'),
		recognisedAs: Object.entries(groupBy(lines, 'recognisedAs'))
			.map(([kind, { length }]) => `${digits(length)} ${kind}`)
			.join(', '),
		outcome: isPlanned ? 'planned' : left.length > 0 ? 'not sent' : 'invalid',
		...{ creditsLikely, creditsAtMost },
		...(lines.some(({ matching }) => matching !== undefined) && { matching: add('matching') }),
		reason: sentences.filter(Boolean).join(' '),
		...{ requests: requests ?? null, balance, preview: true },
	};
}

function balanceInWords(left: Funds['left'] = {}, own: number | null): string[] {
	if (own !== null) return [`balance ${digits(own)}`];
	const all = Object.entries(left).sort(([a], [b]) => a.localeCompare(b));
	const words = all.map(([name, credits]) => `${digits(credits)} ${name.toUpperCase()}`);
	return words.length === 0 ? [] : [`balance ${words.join(' and ')}`];
}
