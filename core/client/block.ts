import type { IExecuteFunctions } from 'n8n-workflow';

import type { Endpoint } from '../../contract/model/endpoint';
import { clock } from '../base/clock';
import { Memory } from '../base/memory';
import { DAY_MS, LASTS_MS, type ServiceFailure } from './failure';

/** Blocks of accounts: every further request fails until they end, and some make them last longer. */

interface Block {
	readonly failure: ServiceFailure;
	readonly since: number;
	/** The executions that ran into it. */
	readonly executions: readonly string[];
}

const MOST_ACCOUNTS = 500;
const MOST_EXECUTIONS = 100;
/** Blocks by account and wallet, for all executions of this process: n8n gives a node no other shared memory. */
const blocks = new Memory<Block>(MOST_ACCOUNTS, DAY_MS);

/** A monthly limit concerns one product, the others the account. */
const placesOf = (account: string, { wallet }: Endpoint): readonly string[] => [
	account,
	`${account} ${wallet}`,
];

type Context = Pick<IExecuteFunctions, 'getExecutionId' | 'getMode'>;

/** Remembers a failure that blocks the account, for all executions of the process. */
export function rememberBlock(context: Context, account: string, failure: ServiceFailure): void {
	const { kind, endpoint } = failure;
	const lasts = LASTS_MS[kind];
	if (lasts === undefined) return;
	const [ofAccount, ofProduct] = placesOf(account, endpoint);
	const since = clock.now();
	const place = kind === 'monthlyLimit' ? ofProduct : ofAccount;
	const others = blocks.get(place)?.executions ?? [];
	const own = context.getExecutionId();
	const executions = [...others, ...(own ? [own] : [])].slice(-MOST_EXECUTIONS);
	blocks.keep(place, { failure, since, executions }, lasts);
}

/** Executions that a user starts: they ask again, so that a limit that was raised meanwhile can be tried at once. */
const BY_HAND: readonly string[] = ['manual', 'retry'];

/** The block that this execution has run into, or another one of the process. */
export function rememberedBlock(
	context: Context,
	account: string,
	endpoint: Endpoint,
): ServiceFailure | undefined {
	const found = placesOf(account, endpoint).flatMap((place) => blocks.get(place) ?? []);
	const isByHand = found.length > 0 && BY_HAND.includes(context.getMode());
	return found.find(({ executions }) => !isByHand || executions.includes(context.getExecutionId()))?.failure;
}

/** Call after the successful response to a request that was sent at this time: an older block is over. */
export function forgetBlock(account: string, endpoint: Endpoint, sentAt: number): void {
	for (const place of placesOf(account, endpoint)) {
		if ((blocks.get(place)?.since ?? Number.POSITIVE_INFINITY) < sentAt) blocks.forget(place);
	}
}
