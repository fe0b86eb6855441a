import groupBy from 'lodash/groupBy';

import { endpoints } from '../../../contract';
import { isCharged, priceInWords, priceOf, type Wallet } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { limits } from '../../../contract/model/limits';
import { attempt, inTurns, mapInTurns, type Settled } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import { reasonOf } from '../../../core/client/explain';
import type { Funds } from '../../../core/client/runState';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { takeFunds } from '../../../core/purchase/balance';
import type { Outcome, Output } from '../../../core/output/outcome';
import { affordable, whyNotSent, type Left } from './affordable';
import { dueIn, estimate, requestsFor, sumOf, type ChargesOf, type Estimate, type Items } from './cost';
import { rowsInWords } from './ending/hints';
import { rowOf } from './input/invalid';
import { givenIn } from './input/rows';
import type { Counted, Operation } from './operation';
import { serviceFor } from './plan';
import type { RunOptions } from './options/options';
import type { Checked } from './prepare';

/** By item; `undefined` where the operation counts nothing. */
type Counts = ReadonlyMap<number, Settled<Counted>> | undefined;

interface Known extends Pick<Checked, 'items' | 'rows' | 'settled'> {
	/** Kept back by the user's limits. */
	readonly left: readonly Left[];
	readonly charges: ChargesOf;
	readonly counts: Counts;
}

/** The columns of a preview, the same for the sum and all rows. */
interface Line<R extends number | string = number | string> {
	/** Counted from 1. */
	readonly row: R;
	readonly value: string;
	readonly recognisedAs: string;
	readonly outcome: 'planned' | 'not sent' | 'invalid';
	/** Without calls that have been free so far; `null` if unknown. */
	readonly creditsLikely: number | null;
	readonly creditsAtMost: number | null;
	/** Only where the operation counts matches. */
	readonly matching?: number | null;
	readonly reason: string;
	/** An estimate; only in the sum. */
	readonly requests: number | null;
	/** Of the charged product; only in the sum. */
	readonly balance: number | null;
	readonly preview: true;
}

/** The sum, then each row, within the user's limits. Makes only free calls (a count, the balance). */
export async function previewRun(session: Session, operation: Operation, given: Checked): Promise<Outcome> {
	const { items, options } = given;
	const service = new Service(session, []);
	const asked = await attempt(service.ask({ endpoint: endpoints.balance }));
	// Goes on if only the balance is unavailable; otherwise the run itself would fail, too.
	if (!asked.ok && session.reasonNotToCall(operation.calls[0]) !== undefined) throw asked.error;
	takeFunds(service, asked);
	const { fit, left } = await affordable(session, operation, items, options);
	const charges = dueIn(session, operation);
	const counts = operation.preview && (await countsOf(session, operation, items));
	const lines = await linesOf(operation, { ...given, left, charges, counts });
	const estimated = await estimate(charges, fit);
	const requests = await requestsFor(operation, fit, options);
	const sum = sumLine(operation, lines, left, estimated, requests, session.budget.funds);
	session.hint(sum.reason, 'sum');
	if (operation.options?.skipEnriched !== undefined && sum.creditsAtMost !== 0)
		session.hint(noteOn(operation, options), 'info');
	const outputs = lines.map((line): Output => ({ json: { ...line }, items: [line.row - 1] }));
	const all = lines.map(({ row }) => row - 1);
	return { outputs: [{ json: { ...sum }, items: all }, ...outputs], problems: [] };
}

async function countsOf(session: Session, operation: Operation, checked: Items): Promise<Counts> {
	const counts = new Map<number, Settled<Counted>>();
	for await (const { item, input, options } of inTurns(checked)) {
		const counted = operation.preview?.(input, serviceFor(session, operation, options));
		if (counted !== undefined) counts.set(item, await attempt(counted));
	}
	return counts;
}

function noteOn({ calls: [{ idempotent }] }: Operation, { skipEnriched }: RunOptions): string {
	if (skipEnriched === true) {
		return 'Contacts that an earlier execution enriched are counted here, but the run skips them.';
	}
	const except = idempotent ? ` more than ${limits.idempotencyKeyHours} hours ago` : '';
	return `A contact that an earlier execution enriched${except} is paid for again, unless Options > Skip Records Enriched Before is set.`;
}

type Verdict = Pick<Line, 'outcome' | 'creditsLikely' | 'creditsAtMost' | 'reason'>;

async function verdictsOn({
	items: checked,
	left,
	settled,
	charges,
	counts,
}: Known): Promise<Map<number, Verdict>> {
	const verdicts = new Map<number, Verdict>();
	const settle = (item: number, outcome: Verdict['outcome'], reason: string): void =>
		void verdicts.set(item, { outcome, creditsLikely: 0, creditsAtMost: 0, reason });
	for (const {
		items: [item],
		error,
	} of settled.problems)
		settle(item, 'invalid', error.message);
	for (const {
		items: [item],
		json,
	} of settled.outputs)
		settle(item, 'invalid', String(json.reason));
	for (const each of left) {
		const why = whyNotSent(each);
		for (const { item } of each.items) settle(item, 'not sent', why);
	}
	const firsts = new Map<string, number>();
	for await (const each of inTurns(checked)) {
		const { item, purchaseKey } = each;
		if (verdicts.has(item)) continue;
		const first = firsts.get(purchaseKey);
		if (first !== undefined) {
			settle(item, 'planned', `The same as row ${rowOf(first)}: gets its result.`);
			continue;
		}
		firsts.set(purchaseKey, item);
		verdicts.set(item, { outcome: 'planned', ...priceOfItem(charges(each), counts?.get(item)) });
	}
	return verdicts;
}

async function linesOf(operation: Operation, known: Known): Promise<Array<Line<number>>> {
	const { items: checked, rows, counts } = known;
	const verdicts = await verdictsOn(known);
	const byItem = new Map(checked.map((each) => [each.item, each]));
	return await mapInTurns(rows.entries(), ([item, row]): Line<number> => {
		const { label, value } = givenIn(operation, row);
		const each = byItem.get(item);
		const kind = each === undefined ? 'not recognised' : operation.kindOf?.(each.input);
		return {
			row: rowOf(item),
			value,
			recognisedAs: (operation.kindOf && kind) ?? label,
			...(verdicts.get(item) as Verdict),
			...(counts && { matching: matchingIn(counts.get(item)) }),
			requests: null,
			balance: null,
			preview: true,
		};
	});
}

/** 0 for a row that is not counted, `null` if unknown. */
const matchingIn = (counted: Settled<Counted> | undefined): number | null =>
	counted === undefined ? 0 : ((counted.ok ? counted.value.matching : undefined) ?? null);

function priceOfItem(due: ReturnType<ChargesOf>, counted?: Settled<Counted>): Omit<Verdict, 'outcome'> {
	const { most: creditsAtMost = null, freeSoFar } = sumOf(due);
	const creditsLikely = creditsAtMost === null ? null : creditsAtMost - freeSoFar;
	const credits = { creditsLikely, creditsAtMost };
	if (counted?.ok === false)
		return { ...credits, reason: `The matches could not be counted: ${reasonOf(counted.error)}.` };
	if (counted !== undefined) {
		const { reason, credits: most } = counted.value;
		return { creditsAtMost, creditsLikely: Math.min(creditsLikely ?? most, most), reason };
	}
	if (due.length === 0) return { ...credits, reason: 'Paid for in this execution.' };
	const [{ call }] = due;
	if (creditsAtMost === null) {
		const price = priceInWords(call.billing, call.wallet);
		return { ...credits, reason: `The rows of a file are not counted before it is sent. ${price}.` };
	}
	// Certain costs go first; the sum and the menu say the rest.
	const isFree = (each: (typeof due)[number]): boolean => each.call.freeSoFar !== undefined;
	const steps = [...due].sort((a, b) => Number(isFree(a)) - Number(isFree(b)));
	return { ...credits, reason: `${steps.map((each) => stepInWords(each.call)).join(', ')}.` };
}

const stepInWords = ({ freeSoFar, billing, wallet }: Endpoint): string =>
	freeSoFar === undefined
		? priceOf(billing, wallet).price.split(',')[0]
		: `up to 1 ${freeSoFar} (free so far)`;

function sumLine(
	{ calls }: Operation,
	lines: ReadonlyArray<Line<number>>,
	left: readonly Left[],
	estimated: Estimate,
	requests: number | undefined,
	funds: Funds | undefined,
): Line<'Sum'> {
	const add = (field: 'creditsLikely' | 'creditsAtMost' | 'matching'): number | null =>
		lines.reduce<number | null>(
			(sum, { [field]: own = null }) => (sum === null || own === null ? null : sum + own),
			0,
		);
	const isPlanned = lines.some(({ outcome }) => outcome === 'planned');
	const invalid = lines.flatMap(({ outcome, row }) => (outcome === 'invalid' ? row - 1 : []));
	const products = Object.entries(estimated.products).filter(([, { most }]) => most > 0);
	const charged = calls.find(({ billing }) => isCharged(billing));
	const wallet = (products.length === 1 ? products[0][0] : charged?.wallet) as Wallet | undefined;
	const balance = (wallet && funds?.left[wallet]) ?? null;
	const [creditsLikely, creditsAtMost] = [add('creditsLikely'), add('creditsAtMost')];
	const credits =
		creditsAtMost === null ? 'An unknown number of credits' : creditsInWords(products, creditsLikely);
	const about =
		requests === undefined ? 'an unknown number of requests' : `about ${plural(requests, 'request')}`;
	const uncounted = lines.find(({ matching }) => matching === null);
	const plan = [
		...(isPlanned ? [credits, about] : ['Nothing would be sent']),
		...balanceInWords(funds?.left, products.length > 1 ? null : balance),
	].join(', ');
	const sentences = [
		`${plan}.`,
		estimated.freeSoFar > 0 &&
			`Up to ${digits(estimated.freeSoFar)} of them to find companies, which has been free so far.`,
		invalid.length > 0 &&
			`${ofRows(invalid.length, lines.length)} not valid${rowsInWords('invalid', invalid)}.`,
		...left.flatMap(({ items, why, advice = '' }) => [
			`${ofRows(items.length, lines.length)} not sent: this run would cost ${why}.`,
			advice,
		]),
		uncounted && `The matches of row ${uncounted.row} could not be counted.`,
		lines.find((line) => line.creditsAtMost === null)?.reason,
		funds?.unreadable,
	].filter(Boolean);
	return {
		row: 'Sum',
		value: plural(lines.length, 'row'),
		recognisedAs: Object.entries(groupBy(lines, 'recognisedAs'))
			.map(([kind, { length }]) => `${digits(length)} ${kind}`)
			.join(', '),
		outcome: isPlanned ? 'planned' : left.length > 0 ? 'not sent' : 'invalid',
		creditsLikely,
		creditsAtMost,
		...(lines.some(({ matching }) => matching !== undefined) && { matching: add('matching') }),
		reason: sentences.join(' '),
		requests: requests ?? null,
		balance,
		preview: true,
	};
}

const ofRows = (some: number, all: number): string =>
	`${digits(some)} of ${plural(all, 'row')} ${some === 1 ? 'is' : 'are'}`;

function creditsInWords(
	products: ReadonlyArray<[string, { readonly most: number; readonly freeSoFar: number }]>,
	likelyOfAll: number | null,
): string {
	const each = [...products].sort(([a], [b]) => a.localeCompare(b));
	const words = each.map(([name, { most, freeSoFar }]) => {
		const likely = each.length === 1 ? (likelyOfAll ?? most) : most - freeSoFar;
		const noun = name === 'other' ? 'credit' : `${name.toUpperCase()} credit`;
		return `${likely < most ? `${digits(likely)} to` : 'Up to'} ${plural(most, noun)}`;
	});
	return words.join(' and ').replace(/ and Up/g, ' and up') || 'No credits';
}

function balanceInWords(left: Funds['left'] = {}, own: number | null): string[] {
	if (own !== null) return [`balance ${digits(own)}`];
	const all = Object.entries(left).sort(([a], [b]) => a.localeCompare(b));
	const words = all.map(([name, credits]) => `${digits(credits)} ${name.toUpperCase()}`);
	return words.length === 0 ? [] : [`balance ${words.join(' and ')}`];
}
