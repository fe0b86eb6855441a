import { attempt } from '../../core/base/async';
import { REPEATED } from '../support/worstCases';
import { READERS } from './outsideReaders';

/** Text from outside never stops n8n: the longest is read at once. Each night, as it depends on the processor. */

/** What stands around it: a pattern begins to match, and fails at the end. */
const AROUND = [
	['', ''],
	['', '!'],
	['a@', '@'],
	['https://a.b', '@. '],
] as const;
const LENGTH = 256 * 1024;
/** Reading in proportion to the length takes milliseconds, by its square more than a minute, on a busy machine too. */
const MOST_MS = 20_000;

/** Milliseconds of the processor that work takes: the machine may be at work on something else. */
async function cpuMs(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

const textOf = ([start, end]: (typeof AROUND)[number], unit: string): string =>
	`${start}${unit.repeat(Math.ceil(LENGTH / unit.length))}${end}`;

it.each(Object.entries(READERS))(
	'%s is read at once',
	async (_, read) => {
		for (const unit of REPEATED) {
			for (const around of AROUND) {
				const text = textOf(around, unit);
				const ms = await cpuMs(async () => await attempt(Promise.resolve(text).then(read)));
				expect([unit, around, ms < MOST_MS]).toEqual([unit, around, true]);
			}
		}
	},
	600_000,
);
