import { arrivals, type Arrival } from '../../../sandbox/http/arrivals';
import { Watcher } from './watcher';

/**
 * Holds every call that a test sends to a sandbox against the OpenAPI document: a test that sends anything else
 * fails, unless it announces it. Jest loads this file before each spec of a project that runs the node.
 */

const watcher = new Watcher();

/**
 * Lets this test send what the document does not have, and requires that it does.
 * @param call such as `POST /b2b/persons/`, or `*` for any
 * @param places beginnings of what the failure would say behind the call, such as `body filtros_pessoa.more`
 */
export function announceUndocumented(call: string, ...places: readonly [string, ...string[]]): void {
	for (const place of places) watcher.announce(`${call}: ${place}`);
}

const note = (arrival: unknown): void => watcher.note(arrival as Arrival);

beforeAll(() => arrivals.subscribe(note));
afterEach(() => watcher.judge());
afterAll(() => {
	arrivals.unsubscribe(note);
	watcher.judge();
});
