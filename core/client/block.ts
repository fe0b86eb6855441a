import type { IExecuteFunctions } from 'n8n-workflow';

import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import { asInteger, asObject, asText } from '../base/json';
import { Memory } from '../base/memory';
import { DAY_MS, LASTS_MS, MINUTE, ServiceFailure, type FailureKind } from './failure';
import { runStateOf } from './runState';

/** Blocks of accounts: every further request fails until they end, and some make them last longer. */

const MOST_ACCOUNTS = 500;
/** Blocks by account and wallet, for all executions of this process: n8n gives a node no other shared memory. */
const blocks = new Memory<{ readonly failure: ServiceFailure; readonly since: number }>(
	MOST_ACCOUNTS,
	DAY_MS,
);

/** A monthly limit concerns one product, the others the account. */
const placesOf = (account: string, { wallet }: Endpoint): readonly string[] => [
	account,
	`${account} ${wallet}`,
];

type Context = Pick<IExecuteFunctions, 'getContext' | 'getMode'>;

/** n8n's next retry attempt comes within seconds; a later retry of the execution may find a higher limit. */
const ATTEMPTS_MS = 2 * MINUTE;

/** Remembers a failure that blocks the account, for this execution and for all others of the process. */
export function rememberBlock(context: Context, account: string, failure: ServiceFailure): void {
	const { kind, endpoint, serviceText, blockedUntil } = failure;
	const lasts = LASTS_MS[kind];
	if (lasts === undefined) return;
	const [ofAccount, ofProduct] = placesOf(account, endpoint);
	const since = clock.now();
	const ms = Math.min(lasts, (blockedUntil ?? Infinity) - since);
	blocks.keep(kind === 'monthlyLimit' ? ofProduct : ofAccount, { failure, since }, ms);
	runStateOf(context).block = {
		kind,
		until: clock.now() + ATTEMPTS_MS,
		...(serviceText !== undefined && { serviceText }),
		...(blockedUntil !== undefined && { blockedUntil }),
	};
}

/** Executions that a user starts: they ask again, so that a limit that was raised meanwhile can be tried at once. */
const BY_HAND: readonly string[] = ['manual', 'retry'];

/** The block that an earlier attempt or another execution hit, as a failure of the endpoint. */
export function rememberedBlock(
	context: Context,
	account: string,
	endpoint: Endpoint,
): ServiceFailure | undefined {
	const own = asObject(runStateOf(context).block);
	if ((asInteger(own.until) ?? 0) > clock.now()) {
		return new ServiceFailure({
			kind: own.kind as FailureKind,
			endpoint,
			serviceText: asText(own.serviceText),
			blockedUntil: asInteger(own.blockedUntil),
		});
	}
	if (BY_HAND.includes(context.getMode())) return undefined;
	return placesOf(account, endpoint)
		.map((place) => blocks.get(place)?.failure)
		.find((block) => block !== undefined);
}

/** Call after the successful response to a request that was sent at this time: an older block is over. */
export function forgetBlock(account: string, endpoint: Endpoint, sentAt: number): void {
	for (const place of placesOf(account, endpoint)) {
		if ((blocks.get(place)?.since ?? Number.POSITIVE_INFINITY) < sentAt) blocks.forget(place);
	}
}
