import { endpoints } from '../../contract';
import type { Wallet } from '../../contract/model/billing';
import { attempt, serialize, type Attempted } from '../base/async';
import { clock } from '../base/clock';
import { explained } from '../base/errors';
import type { Funds } from '../client/runState';
import type { Service } from '../client/service';
import { known, UnknownAnswer, type Body } from '../read/answer';

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

/** The least where a product is named twice. */
function leftOf(products: readonly Product[]): Funds['left'] {
	const left: Funds['left'] = {};
	for (const { product, credits } of products) {
		const wallet = /\bb2[bc]\b/i.exec(product ?? '')?.[0].toLowerCase() as Wallet | undefined;
		if (wallet !== undefined && credits !== null) left[wallet] = Math.min(credits, left[wallet] ?? credits);
	}
	return left;
}

export function takeFunds({ session: { state } }: Service, asked: Attempted<readonly Product[]>): void {
	const left = leftOf(asked.ok ? asked.value : []);
	const isAnswered = asked.ok || asked.error instanceof UnknownAnswer;
	const reason = isAnswered ? 'the service named no credits' : explained(asked.error).replace(/\.$/, '');
	state.funds = {
		at: clock.now(),
		left,
		...(Object.keys(left).length === 0 && { unreadable: `The balance could not be read: ${reason}.` }),
	};
}

/** At the start and before a submission; parallel submissions share one reading. */
const FRESH_MS = 5_000;

export async function readFunds(service: Service): Promise<void> {
	const { usage, state } = service.session;
	if (usage.ceilings.balance === undefined) return;
	await serialize(usage, async () => {
		const { at = Number.NEGATIVE_INFINITY } = state.funds ?? {};
		if (clock.now() - at < FRESH_MS) return;
		const asked = service.call({ endpoint: endpoints.balance });
		takeFunds(service, await attempt(asked.then(({ body }) => productsIn(body))));
	});
}
