import lowerFirst from 'lodash/lowerFirst';
import mapValues from 'lodash/mapValues';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import sumBy from 'lodash/sumBy';
import upperFirst from 'lodash/upperFirst';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { priceInWords, priceOf } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { attempt, inTurns } from '../../../core/base/async';
import { defined } from '../../../core/base/json';
import { digits, plural, rowNumber, some } from '../../../core/base/text';
import { explained } from '../../../core/base/errors';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { outcomeOfProblem } from '../../../core/output/items';
import { combine, type RunResult, type Output, type Problem } from '../../../core/output/result';
import { productsIn, takeFunds } from '../../../core/purchase/balance';
import { affordable } from './affordable';
import { pricedBy } from './describe';
import { addUp, byProduct, costOf, creditsOf, dueCalls, inWords, requestsFor, type Cost } from './estimate';
import { chargedAs, serviceFor, type CheckedItem, type Operation } from './operation';
import type { Checked } from './prepare';

interface Line {
	readonly row: number | 'Sum';
	/** The contact as recognized; only for operations on contacts. */
	readonly value?: string | number | null;
	readonly recognizedAs?: string | null;
	readonly outcome: string;
	readonly cost: Cost;
	/** Only where the operation counts matches. */
	readonly matching?: number | null;
	readonly reason: string;
}

type PriceOfRow = Pick<Line, 'cost' | 'matching' | 'reason'>;

const PAID_AGAIN =
	"A contact that an earlier execution enriched may be paid for again, unless 'Skip Records Enriched Before' is on.";

const SKIPPED_FREE = 'Rows that this node enriched before are counted here, but left out, free.';

/** The sum, then each row, within the user's limits. Makes only free calls (a count, the balance). */
export async function previewRun(
	session: Session,
	operation: Operation,
	checked: Checked,
): Promise<RunResult> {
	const { items, options } = checked;
	const service = new Service(session, []);
	const asked = await attempt(
		service.ask({ endpoint: endpoints.balance }).then(({ body }) => productsIn(body)),
	);
	// Goes on if only the balance is unavailable; otherwise the run itself would fail, too.
	if (!asked.ok && session.reasonNotToCall(operation.calls[0]) !== undefined) throw asked.error;
	takeFunds(service, asked);
	const { fit, problems } = await affordable(session, operation, items);
	const reasons = reasonsIn(combine([checked.settled, { problems }]));
	const lines = await linesOf(session, operation, checked, reasons);
	const requests = await requestsFor(operation, fit, options);
	const sum = sumOf(session, lines, problems, requests);
	session.hint(sum.reason, 'sum');
	const { skipEnriched } = operation.options ?? {};
	if (skipEnriched && fit.length > 0)
		session.hint(options.skipEnriched === true ? SKIPPED_FREE : PAID_AGAIN, 'info');
	const charged = (['b2b', 'b2c'] as const).find((name) => sum.cost.products[name].most > 0);
	const wallet = charged ?? pricedBy(operation).wallet;
	const balance = (wallet && session.state.funds?.left[wallet]) ?? null;
	const all = { json: jsonOf(sum, { requests: requests ?? null, balance }), items: [...lines.keys()] };
	return {
		outputs: [all, ...lines.map((line, row) => ({ json: jsonOf(line), items: [row] }))],
		problems: [],
	};
}

/** The same columns in the sum and all rows. */
const jsonOf = (
	{ row, value, recognizedAs, outcome, cost, matching, reason }: Line,
	ofSum: IDataObject = { requests: null, balance: null },
): Output['json'] => ({
	...defined({ row, value, recognizedAs, outcome }),
	creditsLikely: creditsOf(cost, 'likely') ?? null,
	creditsAtMost: creditsOf(cost, 'most') ?? null,
	...(matching !== undefined && { matching }),
	reason,
	...ofSum,
	preview: true,
});

/** Why rows are not sent: invalid, or beyond the limits. */
function reasonsIn({ outputs, problems }: RunResult): Map<number, Pick<Line, 'outcome' | 'reason'>> {
	const verdicts = [
		...outputs.map(({ items, json }) => ({ items, outcome: 'invalid', reason: String(json.reason) })),
		...problems.map((problem) => {
			const { items, error } = problem;
			return { items, outcome: outcomeOfProblem(problem), reason: error.message };
		}),
	];
	return new Map(verdicts.flatMap(({ items, ...verdict }) => items.map((item) => [item, verdict] as const)));
}

async function linesOf(
	session: Session,
	operation: Operation,
	{ items, rows }: Checked,
	reasons: ReturnType<typeof reasonsIn>,
): Promise<Line[]> {
	const byRow = new Map(items.map((item) => [item.item, item]));
	const firsts = new Map<string, number>();
	const priceOnce = async (item: CheckedItem): Promise<PriceOfRow> => {
		const first = firsts.get(chargedAs(item));
		if (first !== undefined)
			return { ...nothing, reason: `The same as row ${rowNumber(first)}: gets its result.` };
		firsts.set(chargedAs(item), item.item);
		return await priceOfItem(session, operation, item);
	};
	const nothing = { cost: addUp([]), ...(operation.preview && { matching: 0 }) };
	const lines: Line[] = [];
	for await (const index of inTurns(rows.keys())) {
		const item = byRow.get(index);
		const why = reasons.get(index);
		const price = why === undefined ? await priceOnce(item as CheckedItem) : { ...nothing, ...why };
		lines.push({
			row: rowNumber(index),
			...(operation.contactIn && { value: item ? operation.contactIn(item.input).value : null }),
			...(operation.kindOf && { recognizedAs: item ? operation.kindOf(item.input) : null }),
			outcome: 'planned',
			...price,
		});
	}
	return lines;
}

async function priceOfItem(session: Session, operation: Operation, item: CheckedItem): Promise<PriceOfRow> {
	const { input, options } = item;
	const cost = costOf(session, operation, item);
	const counting = operation.preview?.(input, serviceFor(session, operation, options));
	const counted = counting && (await attempt(counting));
	if (counted?.ok === false)
		return { cost, matching: null, reason: `The matches could not be counted: ${explained(counted.error)}` };
	if (counted !== undefined) {
		const { matching = null, reason, credits } = counted.value;
		const products = mapValues(cost.products, (of) => ({ ...of, likely: Math.min(of.likely, credits) }));
		return { cost: { ...cost, products }, matching, reason };
	}
	const due = dueCalls(session, operation, item);
	if (due.length === 0) return { cost, reason: 'Paid for in this execution.' };
	if (cost.isOpen) {
		const price = priceInWords(due[0]);
		return { cost, reason: `The rows of a file are not counted before it is sent. ${price}.` };
	}
	// Certain costs go first; the sum and the menu say the rest.
	const steps = sortBy(due, ({ freeSoFar }) => freeSoFar !== undefined);
	return { cost, reason: `${steps.map(stepInWords).join(', ')}.` };
}

const stepInWords = (call: Endpoint): string =>
	call.freeSoFar === undefined
		? priceOf(call).price.split(',')[0]
		: `up to 1 ${call.freeSoFar} (free so far)`;

function sumOf(
	session: Session,
	lines: readonly Line[],
	notSent: readonly Problem[],
	requests: number | undefined,
): Line {
	const cost = addUp(lines.map((line) => line.cost));
	const planned = lines.filter(({ outcome }) => outcome === 'planned');
	const isPlanned = planned.length > 0;
	const otherwise = notSent.length > 0 ? 'not sent' : 'invalid';
	const isCounted = lines.some(({ matching }) => matching !== undefined);
	const isAllCounted = planned.every(({ matching }) => matching !== null);
	const invalid = lines.filter(({ outcome }) => outcome === 'invalid').length;
	const about = requests === undefined ? 'an unknown number of' : `about ${digits(requests)}`;
	const plan = isPlanned
		? `${inWords(cost)}, ${about} ${requests === 1 ? 'request' : 'requests'}`
		: 'nothing would be sent';
	const { left: credits = {}, unreadable } = session.state.funds ?? {};
	const balance = byProduct(credits, plural);
	const sentences = [
		upperFirst(`${plan}${balance && `, balance ${balance}`}.`),
		invalid > 0 && `${some(invalid, lines.length, 'row')} not valid.`,
		...notSent.map(
			({ items, error }) => `${some(items.length, lines.length, 'row')} ${lowerFirst(explained(error))}`,
		),
		lines.find((line) => line.cost.isOpen)?.reason,
		unreadable,
	];
	return {
		row: 'Sum',
		...mapValues(pick(lines[0], 'value', 'recognizedAs'), () => null),
		outcome: isPlanned ? 'planned' : otherwise,
		cost,
		...(isCounted && { matching: isAllCounted ? sumBy(planned, 'matching') : null }),
		reason: sentences.filter(Boolean).join(' '),
	};
}
