import type { WrittenAnswer } from '../base/answer';
import { type OpenServer, openServer, readText, type ServerResponse } from '../base/http';
import type { World } from '../world/world';
import { control } from './control';
import { serve } from './service';

/** Where the control door is. */
export const CONTROL_PATH = '/_sandbox';

/** Opens the service's door and the control door on one port. */
export const openDoors = async (
	worldNow: () => World,
	reset: () => void,
	wantedPort: number,
): Promise<OpenServer> =>
	await openServer(async (message, response) => {
		const address = `http://sandbox${message.url ?? '/'}`;
		const url = new URL(URL.canParse(address) ? address : 'http://sandbox/');
		if (`${url.pathname}/`.startsWith(`${CONTROL_PATH}/`)) {
			const call = `${message.method} ${url.pathname.slice(CONTROL_PATH.length) || '/'}`;
			write(response, await control(worldNow(), reset, call, await readText(message)));
			return;
		}
		// The whole call belongs to the world it arrived in, whatever is reset meanwhile.
		const answer = await serve(worldNow(), message, url);
		if (answer === 'reset') message.socket.resetAndDestroy();
		else write(response, answer);
	}, wantedPort);

function write(response: ServerResponse, { status, headers, text }: WrittenAnswer): void {
	response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
	response.end(text);
}
