import { endpoints } from '../../contract';
import { isCharged, type Wallet } from '../../contract/model/billing';
import { attempt, serialize, type Settled } from '../base/async';
import { clock } from '../base/clock';
import type { Call, Reply } from '../client/request';
import { runStateOf, type Funds } from '../client/runState';
import type { Service } from '../client/service';
import { known, type Body } from '../read/answer';

export interface Product {
	readonly product: string | null;
	readonly credits: number | null;
}

/** From the list, or the two fields beside it (assumed: one, contradictory). @throws UnknownAnswer */
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

function knownProducts({ body }: Reply): readonly Product[] {
	try {
		return productsIn(body);
	} catch {
		return [];
	}
}

/** The least where a product is named twice. */
function leftOf(products: readonly Product[]): Funds['left'] {
	const left: Funds['left'] = {};
	for (const { product, credits } of products) {
		const wallet = /\bb2[bc]\b/i.exec(product ?? '')?.[0].toLowerCase() as Wallet | undefined;
		if (wallet !== undefined && credits !== null) left[wallet] = Math.min(credits, left[wallet] ?? credits);
	}
	return left;
}

export function takeFunds({ session: { context } }: Service, asked: Settled<Reply>): void {
	const products = asked.ok ? knownProducts(asked.value) : [];
	const left = leftOf(products);
	const reason = asked.ok ? 'the service named no credits' : asked.error.message;
	runStateOf(context).funds = {
		at: clock.now(),
		left,
		...(products.length > 0 && {
			words: products.map((each) => `${each.product ?? 'Product'} ${each.credits ?? 'unknown'}`).join(', '),
		}),
		...(Object.keys(left).length === 0 && { unreadable: `The balance could not be read: ${reason}.` }),
	};
}

const FRESH_AT_START_MS = 60_000;
/** A submission may cost much at once. */
const FRESH_FOR_SUBMISSION_MS = 10_000;

export async function readFunds(service: Service, isForSubmission = false): Promise<void> {
	const { usage, context } = service.session;
	if (usage.ceilings.balance === undefined) return;
	const freshMs = isForSubmission ? FRESH_FOR_SUBMISSION_MS : FRESH_AT_START_MS;
	// Parallel submissions share one reading.
	await serialize(usage, async () => {
		const { at = Number.NEGATIVE_INFINITY } = runStateOf(context).funds ?? {};
		if (clock.now() - at < freshMs) return;
		takeFunds(service, await attempt(service.call({ endpoint: endpoints.balance })));
	});
}

/** Ends a message; empty if this execution has not read the balance. */
export function balanceRead({ session }: Service): string {
	const words = runStateOf(session.context).funds?.words;
	return words === undefined ? '' : ` Balance read in this execution: ${words}.`;
}

/** Ends the message about a lost call; reads the balance unless this execution has. */
export async function balanceAfterLoss(service: Service, { endpoint }: Call): Promise<string> {
	if (!isCharged(endpoint.billing)) return '';
	const { usage, context } = service.session;
	return await serialize(usage, async () => {
		const state = runStateOf(context);
		if (state.funds !== undefined) return balanceRead(service);
		takeFunds(service, await attempt(service.try({ endpoint: endpoints.balance })));
		return balanceRead(service).replace('read in this execution', 'now');
	});
}
