import { shuffled } from '../base/random';
import type { Handlers } from '../world/call';
import { charge } from '../world/charge';

/** A phone number as it is sent. */
interface PhoneNumber {
	readonly ddd: string;
	readonly phone: string;
}

const isPlain = ({ ddd, phone }: PhoneNumber): boolean => /^\d{2}$/.test(ddd) && /^\d{8,9}$/.test(phone);

/** What is known of a number; the records tell the same of the numbers they hold. */
function isActive(number: PhoneNumber): boolean | undefined {
	if (!isPlain(number) || number.phone.endsWith('99')) return undefined;
	return Number(number.phone.at(-1)) % 2 === 0;
}

/** The words of the field `status`; the one for an active number was met, the others are guesses. */
const wordFor = (active: boolean | undefined): string =>
	active === undefined ? 'DESCONHECIDO' : active ? 'ATIVO' : 'INATIVO';

const stateOf = (number: PhoneNumber) => ({ status: wordFor(isActive(number)) });

/** Whether numbers are active in the chat app; each is charged each time (credit rule 5). */
export const chatAppHandlers: Handlers = {
	chatAppCheck: (call) => {
		charge(call, { found: true });
		return stateOf(call.query);
	},
	chatAppCheckBatch: (call) => {
		const { world, body, request } = call;
		const { phones, callback_url: url } = body;
		charge(call, { found: true, records: phones.length });
		world.clock.after(world.batches.durationOf(phones.length), () => {
			if (url === undefined) return;
			const results = phones.map((number) => ({ ...number, ...stateOf(number) }));
			world.webhooks.push('callback', url, { id: request.id, results: shuffled(request.id, results) });
		});
		return { id: request.id, quantity: phones.length };
	},
};
