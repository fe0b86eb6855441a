import { endpoints } from '../../contract';
import { isCharged, type Wallet } from '../../contract/model/billing';
import { attempt, serialize, type Settled } from '../base/async';
import { clock } from '../base/clock';
import { mostCredits } from '../client/cost';
import { reasonOf } from '../client/explain';
import type { Call, Reply } from '../client/request';
import { runStateOf, type Funds } from '../client/runState';
import type { Service } from '../client/service';
import { known, type Body } from '../read/answer';

/** From this cost, the balance is read before a submission. */
export const BALANCE_FIRST_FROM_CREDITS = 100;

/** The credits of a product of the account. */
export interface Product {
	readonly product: string | null;
	readonly credits: number | null;
}

/**
 * The products of the balance: those of a list, or the two that stand beside it (assumed: one, contradictory).
 * @throws UnknownAnswer
 */
export function productsIn(body: Body): readonly Product[] {
	const { balance, b2c_credits: b2c, b2b_credits: b2b } = known(endpoints.balance, body)?.fields ?? {};
	const listed = (balance?.credits ?? []).map(({ product_code: code, product_name: name, value }) => ({
		product: name ?? code ?? null,
		credits: value ?? null,
	}));
	const atRoot = Object.entries({ B2C: b2c, B2B: b2b }).flatMap(([product, credits]) =>
		credits === undefined ? [] : [{ product, credits }],
	);
	return listed.length > 0 ? listed : atRoot;
}

/** The same, for what is only told: none of an answer whose shape nobody knows. */
function knownProducts({ body }: Reply): readonly Product[] {
	try {
		return productsIn(body);
	} catch {
		return [];
	}
}

/** The balance in words, such as `B2C 400, B2B 480`; `null` when the answer does not name it. */
function inWords(reply: Reply): string | null {
	const words = knownProducts(reply).map(
		({ product, credits }) => `${product ?? 'Product'} ${credits ?? 'unknown'}`,
	);
	return words.length === 0 ? null : words.join(', ');
}

/** The credits of each product that is named; the least where one is named twice. */
function fundsIn(reply: Reply): Funds['left'] {
	const left: Funds['left'] = {};
	for (const { product, credits } of knownProducts(reply)) {
		const wallet = /\bb2[bc]\b/i.exec(product ?? '')?.[0].toLowerCase() as Wallet | undefined;
		if (wallet !== undefined && credits !== null) left[wallet] = Math.min(credits, left[wallet] ?? credits);
	}
	return left;
}

/** A balance that was read this long ago is read again: other executions have spent of it meanwhile. */
const FUNDS_HOLD_MS = 60_000;
/** Before a submission, which may cost much at once. */
const FUNDS_HOLD_FOR_SUBMISSION_MS = 10_000;

/** Reads the balance for Minimum Balance, unless that was tried moments ago. */
export async function readFunds(service: Service, isForSubmission = false): Promise<void> {
	const { budget } = service.session;
	const holdMs = isForSubmission ? FUNDS_HOLD_FOR_SUBMISSION_MS : FUNDS_HOLD_MS;
	const isFresh = (): boolean => clock.now() - (budget.funds?.at ?? Number.NEGATIVE_INFINITY) < holdMs;
	if (budget.ceilings.balance === undefined || isFresh()) return;
	// Calls at the same time share one reading.
	await serialize(budget, async () => {
		if (!isFresh()) takeFunds(service, await attempt(service.call({ endpoint: endpoints.balance })));
	});
}

/** Takes an answer of the service for the balance, for Minimum Balance. */
export function takeFunds({ session: { budget, context } }: Service, asked: Settled<Reply>): void {
	const read = asked.ok ? fundsIn(asked.value) : {};
	const unreadable = `The balance could not be read: ${asked.ok ? 'the service named no credits' : reasonOf(asked.error)}.`;
	budget.setFunds(clock.now(), read, Object.keys(read).length === 0 ? unreadable : undefined);
	if (asked.ok) runStateOf(context).balance ??= inWords(asked.value);
}

/** The reading of a run, if it has one: submissions keep their order, whichever of them has asked for it. */
const readingOf = ({ session }: Service): { reading?: Promise<void> } => session.part(readingOf, () => ({}));

/** Begins to read the balance, at most once per execution; it is not known when one request does not return it. */
function begin(service: Service): void {
	const state = runStateOf(service.session.context);
	if (state.balance !== undefined) return;
	readingOf(service).reading ??= attempt(service.try({ endpoint: endpoints.balance })).then((asked) => {
		state.balance = asked.ok ? inWords(asked.value) : null;
	});
}

/**
 * Reads the balance before an execution's first expensive submission, so that the user can see whether a submission
 * without a response was charged. Not read in a run with a request limit.
 */
export async function balanceBefore(service: Service, { endpoint, body }: Call): Promise<void> {
	const { session } = service;
	const credits = mostCredits(endpoint, body);
	const isWorthIt = credits === undefined || credits >= BALANCE_FIRST_FROM_CREDITS;
	if (isWorthIt && session.limits.requests === undefined) begin(service);
	await readingOf(service).reading;
}

/** For messages: the balance as it was read in this execution, if it was. */
export function balanceRead({ session }: Service): string {
	const { balance } = runStateOf(session.context);
	return typeof balance === 'string' ? ` Balance read in this execution: ${balance}.` : '';
}

/** For the message about a lost response: the balance, read now unless this execution has read it before. */
export async function balanceAfterLoss(service: Service, { endpoint }: Call): Promise<string> {
	if (!isCharged(endpoint.billing)) return '';
	if (runStateOf(service.session.context).balance !== undefined) return balanceRead(service);
	begin(service);
	await readingOf(service).reading;
	const { balance } = runStateOf(service.session.context);
	return typeof balance === 'string' ? ` Balance now: ${balance}.` : '';
}
