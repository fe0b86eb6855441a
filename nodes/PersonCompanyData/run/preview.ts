import { endpoints } from '../../../contract';
import { isCharged, priceInWords, priceOf, type Wallet } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { limits } from '../../../contract/model/limits';
import { attempt, inTurns, mapInTurns, type Settled } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import type { Budget } from '../../../core/client/cost';
import { reasonOf } from '../../../core/client/explain';
import { ServiceFailure } from '../../../core/client/failure';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { takeFunds } from '../../../core/purchase/balance';
import type { Outcome, Output } from '../../../core/output/outcome';
import { affordable, whyNotSent, type Left } from './affordable';
import { dueIn, sumCosts, type CostsOf, type Items, type Total } from './cost';
import { estimate, type Estimate } from './estimate';
import { rowsInWords } from './ending/hints';
import { rowOf } from './input/invalid';
import { givenIn, type Row } from './input/rows';
import { serviceFor, type Counted, type Operation } from './operation';
import type { RunOptions } from './options/options';

/**
 * Outputs what a run would cost instead of running it, within the user's limits: first the sum, then each row. Makes
 * only free calls (a count, the balance).
 * @param rows as they were given
 * @param settled what has become of other items without any call
 */
export async function previewRun(
	session: Session,
	operation: Operation,
	{ checked, rows, settled }: { checked: Items; rows: readonly Row[]; settled: Outcome },
	runOptions: RunOptions,
): Promise<Outcome> {
	const service = new Service(session, []);
	const asked = await attempt(service.ask({ endpoint: endpoints.balance }));
	if (!asked.ok && isInTheWay(session, operation, asked.error)) throw asked.error;
	takeFunds(service, asked);
	const { fit, left } = await affordable(session, operation, checked, runOptions);
	const costs = dueIn(session, operation);
	const estimated = await estimate(operation, fit, runOptions, costs, {
		left: left.flatMap((each) => each.items),
	});
	const counts = await countsOf(session, operation, checked);
	const lines = await linesOf(operation, { checked, rows, left, settled, costs, counts });
	const sum = sumOf(session.budget, operation, lines, estimated, left);
	session.hint(sum.reason, 'sum');
	if (operation.options?.skipEnriched !== undefined && sum.creditsAtMost !== 0)
		session.hint(noteOn(operation, runOptions), 'info');
	const outputs = lines.map((line): Output => ({ json: { ...line }, items: [line.row - 1] }));
	return {
		outputs: [{ json: { ...sum }, items: lines.map(({ row }) => row - 1) }, ...outputs],
		problems: [],
	};
}

/** Whether the run would not get further either: an account may lack the balance alone. */
const isInTheWay = (session: Session, { calls: [call] }: Operation, error: Error): boolean =>
	!(error instanceof ServiceFailure) ||
	error.phase === 'stopped' ||
	session.reasonNotToCall(call) !== undefined;

async function countsOf(session: Session, operation: Operation, checked: Items): Promise<Counts> {
	const { preview } = operation;
	if (preview === undefined) return undefined;
	const counts = new Map<number, Settled<Counted>>();
	for await (const { item, input, options } of inTurns(checked))
		counts.set(item, await attempt(preview(input, serviceFor(session, operation, options))));
	return counts;
}

/** What earlier executions mean for the cost of an enrichment. */
function noteOn({ calls: [{ idempotent }] }: Operation, { skipEnriched }: RunOptions): string {
	if (skipEnriched === true) {
		return 'Contacts that an earlier execution enriched are counted here, but the run skips them.';
	}
	const except = idempotent ? ` more than ${limits.idempotencyKeyHours} hours ago` : '';
	return `A contact that an earlier execution enriched${except} is paid for again, unless Options > Skip Records Enriched Before is set.`;
}

/** The columns of a preview, which the sum and all rows have. */
interface Line<R extends number | string = number | string> {
	/** Counted from 1. */
	readonly row: R;
	/** What the user gave. */
	readonly value: string;
	readonly recognisedAs: string;
	readonly outcome: 'planned' | 'not sent' | 'invalid';
	/** Without what has been free so far; `null` where the number is not known. */
	readonly creditsLikely: number | null;
	readonly creditsAtMost: number | null;
	/** What matches; only where the operation counts that. */
	readonly matching?: number | null;
	readonly reason: string;
	/** About how many the run sends; in the sum. */
	readonly requests: number | null;
	/** The credits of the product that the run is charged to; in the sum. */
	readonly balance: number | null;
	readonly preview: true;
}

/** What the operation itself counts for items, by item; `undefined` where it counts nothing. */
type Counts = ReadonlyMap<number, Settled<Counted>> | undefined;

/** What is known of the rows before anything is sent. */
interface Known {
	readonly checked: Items;
	readonly rows: readonly Row[];
	readonly left: readonly Left[];
	/** What has become of other items without any call. */
	readonly settled: Outcome;
	readonly costs: CostsOf;
	readonly counts: Counts;
}

/** A line for each row, in their order. */
async function linesOf(operation: Operation, known: Known): Promise<Array<Line<number>>> {
	const { checked, rows, left, settled, costs, counts } = known;
	const byItem = new Map(checked.map((each) => [each.item, each]));
	const whyInvalid = new Map([
		...settled.problems.map(({ items: [item], error }) => [item, error.message] as const),
		...settled.outputs.map(({ items: [item], json }) => [item, String(json.reason)] as const),
	]);
	const whyLeft = new Map(
		left.flatMap((each) => {
			const why = whyNotSent(each);
			return each.items.map(({ item }) => [item, why] as const);
		}),
	);
	const firsts = new Map<string, number>();
	const verdictOn = (item: number): Verdict => {
		const each = byItem.get(item);
		if (each === undefined) return { outcome: 'invalid', reason: whyInvalid.get(item) ?? '', ...NOTHING };
		const reason = whyLeft.get(item);
		if (reason !== undefined) return { outcome: 'not sent', reason, ...NOTHING };
		const first = firsts.get(each.unit);
		if (first === undefined) {
			firsts.set(each.unit, item);
			return { outcome: 'planned', ...priceOfItem(costs(each), counts?.get(item)) };
		}
		return { outcome: 'planned', reason: `The same as row ${rowOf(first)}: gets its result.`, ...NOTHING };
	};
	const lineOf = ([item, row]: readonly [number, Row]): Line<number> => {
		const { label, value } = givenIn(operation, row);
		const each = byItem.get(item);
		const kind = each === undefined ? 'not recognised' : operation.kindOf?.(each.input);
		const counted = counts?.get(item);
		const { outcome, creditsLikely, creditsAtMost, reason } = verdictOn(item);
		return {
			row: rowOf(item),
			value,
			recognisedAs: (operation.kindOf && kind) ?? label,
			outcome,
			creditsLikely,
			creditsAtMost,
			...(counts && { matching: matchingIn(counted) }),
			reason,
			requests: null,
			balance: null,
			preview: true,
		};
	};
	return await mapInTurns(rows.entries(), lineOf);
}

/** What matches: nothing for a row that is not counted. */
const matchingIn = (counted: Settled<Counted> | undefined): number | null =>
	counted === undefined ? 0 : ((counted.ok ? counted.value.matching : undefined) ?? null);

type Verdict = Pick<Line, 'outcome' | 'reason' | 'creditsLikely' | 'creditsAtMost'>;

const NOTHING = { creditsLikely: 0, creditsAtMost: 0 } as const;

/** What an item costs, and why. */
function priceOfItem(due: ReturnType<CostsOf>, counted?: Settled<Counted>): Omit<Verdict, 'outcome'> {
	const creditsAtMost = sumCosts(due) ?? null;
	const creditsLikely = sumCosts(due.filter(({ call }) => call.freeSoFar === undefined)) ?? null;
	const credits = { creditsLikely, creditsAtMost };
	if (counted?.ok === false)
		return { ...credits, reason: `The matches could not be counted: ${reasonOf(counted.error)}.` };
	if (counted !== undefined) {
		const { reason, credits: most } = counted.value;
		return { creditsAtMost, creditsLikely: Math.min(creditsLikely ?? most, most), reason };
	}
	if (due.length === 0) return { ...credits, reason: 'Paid for in this execution.' };
	if (creditsAtMost === null) return { ...credits, reason: unknownCost(due[0].call) };
	// What is certain goes first; the sum and the menu say the rest.
	const steps = [...due].sort(
		(a, b) => Number(a.call.freeSoFar !== undefined) - Number(b.call.freeSoFar !== undefined),
	);
	return { ...credits, reason: `${steps.map(({ call }) => inWords(call)).join(', ')}.` };
}

const inWords = ({ freeSoFar, billing, wallet }: Endpoint): string =>
	freeSoFar === undefined
		? priceOf(billing, wallet).price.split(',')[0]
		: `up to 1 ${freeSoFar} (free so far)`;

/** Why the credits cannot be told: only the service counts the rows of a file. */
const unknownCost = ({ billing, wallet }: Endpoint): string =>
	`The rows of a file are not counted before it is sent. ${priceInWords(billing, wallet)}.`;

/** The sum of a preview, with a sentence that says it all. */
function sumOf(
	budget: Budget,
	{ calls }: Operation,
	lines: ReadonlyArray<Line<number>>,
	estimate: Estimate,
	left: readonly Left[],
): Line<'Sum'> {
	const add = (field: 'creditsLikely' | 'creditsAtMost' | 'matching'): number | null =>
		lines.reduce<number | null>((sum, line) => {
			const own = line[field];
			return sum === null || own === null || own === undefined ? null : sum + own;
		}, 0);
	const isPlanned = lines.some(({ outcome }) => outcome === 'planned');
	const invalid = lines.flatMap(({ outcome, row }) => (outcome === 'invalid' ? row - 1 : []));
	const products = Object.entries(estimate.byWallet).flatMap(([name, credits]) =>
		credits > 0 ? [name] : [],
	);
	const charged = calls.find(({ billing }) => isCharged(billing));
	const wallet = (products.length === 1 ? products[0] : charged?.wallet) as Wallet | undefined;
	const funds = budget.funds?.left ?? {};
	const credits = { creditsLikely: add('creditsLikely'), creditsAtMost: add('creditsAtMost') };
	const used = [
		isPlanned ? creditsInWords(credits, estimate) : 'Nothing would be sent',
		...(isPlanned ? [requestsInWords(estimate.requests)] : []),
		...balanceInWords(funds, products.length > 1 ? undefined : wallet),
	].join(', ');
	const uncounted = lines.find(({ matching }) => matching === null);
	const sentences = [
		`${used}.`,
		...[...estimate.freeSoFar].map(
			([purpose, most]) => `Up to ${digits(most)} of them ${purpose}, which has been free so far.`,
		),
		...(invalid.length > 0
			? [`${ofRows(invalid.length, lines.length)} not valid${rowsInWords('invalid', invalid)}.`]
			: []),
		...left.flatMap(({ items, why, advice = [] }) =>
			[`${ofRows(items.length, lines.length)} not sent: this run would cost ${why}.`].concat(advice),
		),
		uncounted && `The matches of row ${uncounted.row} could not be counted.`,
		lines.find(({ creditsAtMost }) => creditsAtMost === null)?.reason,
		estimate.requests.note,
		budget.unreadable,
	].filter((sentence) => sentence !== undefined);
	return {
		row: 'Sum',
		value: plural(lines.length, 'row'),
		recognisedAs: [...countOf(lines.map((line) => line.recognisedAs))]
			.map(([kind, number]) => `${digits(number)} ${kind}`)
			.join(', '),
		outcome: isPlanned ? 'planned' : left.length > 0 ? 'not sent' : 'invalid',
		...credits,
		...(lines.some(({ matching }) => matching !== undefined) && { matching: add('matching') }),
		reason: sentences.join(' '),
		requests: estimate.requests.about,
		balance: (wallet && funds[wallet]) ?? null,
		preview: true,
	};
}

const ofRows = (some: number, all: number): string =>
	`${digits(some)} of ${plural(all, 'row')} ${some === 1 ? 'is' : 'are'}`;

type Credits = Pick<Line, 'creditsLikely' | 'creditsAtMost'>;

const inOrder = <K extends string>(products: Readonly<Partial<Record<K, number>>>): Array<[K, number]> =>
	(Object.entries(products) as Array<[K, number]>).sort(([a], [b]) => a.localeCompare(b));

/** The likely credits and the most, by product. */
function creditsInWords(
	{ creditsLikely, creditsAtMost }: Credits,
	{ byWallet, freeByWallet }: Total,
): string {
	if (creditsAtMost === null) return 'An unknown number of credits';
	const products = inOrder(byWallet)
		.filter(([, most]) => most > 0)
		.map(([name, most], _, { length }) => {
			const likely = length === 1 ? (creditsLikely ?? most) : most - (freeByWallet[name] ?? 0);
			const noun = name === 'other' ? 'credit' : `${name.toUpperCase()} credit`;
			return `${likely < most ? `${digits(likely)} to` : 'Up to'} ${plural(most, noun)}`;
		});
	return products.join(' and ').replace(/ and Up/g, ' and up') || 'No credits';
}

const requestsInWords = ({ about, note }: Estimate['requests']): string =>
	`${note === undefined ? 'about' : 'at least'} ${plural(about, 'request')}`;

function balanceInWords(funds: NonNullable<Budget['funds']>['left'], wallet: Wallet | undefined): string[] {
	const own = wallet && funds[wallet];
	if (own !== undefined) return [`balance ${digits(own)}`];
	const all = inOrder(funds).map(([name, credits]) => `${digits(credits)} ${name.toUpperCase()}`);
	return all.length === 0 ? [] : [`balance ${all.join(' and ')}`];
}

/** How often each text stands there. */
const countOf = (texts: readonly string[]): ReadonlyMap<string, number> =>
	texts.reduce((counts, text) => counts.set(text, (counts.get(text) ?? 0) + 1), new Map<string, number>());
