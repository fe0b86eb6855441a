import { lineOf } from '../../tools/host/install/releases';
import { readShared } from './shared';

/** Whether the specs run on n8n's last 1.x. */
export const isOlder = lineOf(readShared().version) === '1.x';

/** `it` for tests of what n8n 1.x does not do: skipped there, with the reason in their names. */
export function itUnlessOlder(
	reason: string,
	newer: (name: string, test: () => Promise<void>) => void = it,
): (name: string, test: () => Promise<void>) => void {
	return (name, test) => (isOlder ? it.skip(`${name} (n8n 1.x ${reason})`, test) : newer(name, test));
}
