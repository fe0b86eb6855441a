import { refusals } from '../base/refusals';
import { Refusal } from '../base/refusal';
import type { LoggedRequest } from '../state/requestLog';
import type { World } from '../world/world';

/** The address that calls on loopback come from. */
const CALLER = '127.0.0.1';

/** Lets only calls with a right key, from an address that is not refused, of a released account. */
export function authenticate(world: World, request: LoggedRequest, authorization: string | undefined): void {
	const { settings, config } = world;
	const keys = [config.apiKey, settings.secondKey].filter((key) => key !== null);
	request.keyAccepted = keys.some((key) => authorization === `Token ${key}`);
	if (!request.keyAccepted) throw new Refusal(refusals.key.status, 'unauthorized', 'Invalid token.');
	if (settings.callerIp === 'refused') {
		throw new Refusal(
			refusals.key.status,
			'unauthorized',
			`The IP ${CALLER} is not on the whitelist of the account.`,
		);
	}
	if (!settings.released) {
		throw new Refusal(406, 'not_released', 'The interface is not released for this account.');
	}
}
