import type { Surroundings } from '../../bench/surroundings';
import { limits } from '../../contract/model/limits';
import { table } from '../../tools/text/markdown';
import type { Freeze } from '../fuzz/watched';
import { MOST_BYTES } from '../fuzz/fuzz';
import type { Flooded } from './flood';

/** What is wished: n8n answers its health check within a second. */
const MOST_HEALTH_MS = 1000;
const MB = 2 ** 20;

const ms = (value: number): string => `${Math.round(value)} ms`;
const count = (value: number): string => value.toLocaleString('en');
const isMet = (met: boolean): string => (met ? 'met' : '**missed**');
const at = (values: readonly number[], share: number): number =>
	values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** A figure, the wish beside it, and whether it is met. */
type Row = readonly [what: string, figure: string, wish: string, met: string];

function rowsOf({ wanted, starts, startedByForged, asked, moreBytes, health, exit }: Flooded): Row[] {
	const once = starts.get(1) ?? 0;
	const twice = [...starts].reduce((sum, [times, events]) => sum + (times > 1 ? events : 0), 0);
	const others = asked.all - asked.needed;
	return [
		[
			'True events that started the workflow once',
			`${count(once)} of ${count(wanted.count)}`,
			'all',
			isMet(once === wanted.count),
		],
		['True events that started it more than once', count(twice), '0', isMet(twice === 0)],
		['Executions by forged events', count(startedByForged), '0', isMet(startedByForged === 0)],
		[
			'Requests about events, beyond one for each true event',
			`${count(Math.max(0, others))} (${count(asked.all)} in all)`,
			`at most ${count(asked.mostOthers)}`,
			isMet(others <= asked.mostOthers),
		],
		[
			'Memory in use beyond that at the beginning, after collecting garbage',
			moreBytes < MB ? 'less than 100 MB' : `${Math.round(moreBytes / MB)} MB`,
			`at most ${MOST_BYTES / MB} MB`,
			isMet(moreBytes <= MOST_BYTES),
		],
		[
			'Longest answer of n8n to its health check',
			ms(health.longestMs),
			`at most ${MOST_HEALTH_MS} ms`,
			isMet(health.longestMs <= MOST_HEALTH_MS && health.failed === 0),
		],
		['n8n', exit ?? 'ran on', 'runs on', isMet(exit === undefined)],
	];
}

const freezes = (which: readonly Freeze[], where: (freeze: Freeze) => readonly string[]): string =>
	table(
		['In the package', 'In all', 'By the clock', 'Where'],
		which.map((freeze) => [ms(freeze.ownMs), ms(freeze.workedMs), ms(freeze.ms), where(freeze)[0] ?? '']),
	);

/** What was measured of why a wish is missed. */
function reasons(flooded: Flooded, load: number): string[] {
	const { wanted, starts, longest, longestOwn, health, doneSeconds, workedSeconds, barePerSecond } = flooded;
	const never = wanted.count - (starts.get(1) ?? 0);
	const most = Math.max(0, ...longest.map(({ workedMs }) => workedMs));
	const own = Math.max(0, ...longestOwn.map(({ ownMs }) => ownMs));
	return [
		...(never > 0 && !wanted.isBehindProxy
			? [
					`**Why ${count(never)} true events started nothing**: n8n did not answer them within the ${limits.webhookTimeoutSeconds} s that the service waits, in none of three attempts: in ${doneSeconds} s it had a processor for ${Math.round(workedSeconds)} s. By itself, with its own Webhook node and nothing of the package, n8n takes ${barePerSecond.toFixed(1)} calls a second here, and ${wanted.perSecond} came.`,
				]
			: []),
		...(never > 0 && wanted.isBehindProxy
			? [
					`**Why ${count(never)} true events started nothing**: n8n sees one address for all callers, so the requests for events that the service does not confirm were used up by the forged ones, and nothing more was asked. The service sends each event three times; **If Confirmation Is Impossible** may start the workflow with it all the same.`,
				]
			: []),
		...(health.longestMs > MOST_HEALTH_MS
			? [
					`**Why the health check took longer than a second**: by processor time, n8n's main thread was ${most === 0 ? 'less than 150 ms in each turn' : `at most ${ms(most)} in one turn, and at most ${ms(own)} within the package`}. The rest it waited for a processor, as the load of ${load.toFixed(1)} on this machine tells, behind what else it had to do: it reads a body of 10 MB at once, and runs and stores each execution in the same process.`,
				]
			: []),
	];
}

const EVERY = 10;

function section(flooded: Flooded, load: number): string {
	const {
		wanted,
		attempts,
		answers,
		forged,
		memoryMb,
		health,
		longest,
		longestOwn,
		sentSeconds,
		doneSeconds,
	} = flooded;
	const curve = memoryMb.filter((_, i) => i % EVERY === 0);
	const over = health.tookMs.filter((took) => took > MOST_HEALTH_MS).length;
	return [
		wanted.isBehindProxy
			? '## All callers from one address, as behind a proxy that n8n does not know of'
			: '## Callers that n8n tells apart by their addresses',
		table(['', 'Figure', 'Wish', ''], rowsOf(flooded)),
		...reasons(flooded, load),
		`All events were sent within ${sentSeconds} s, and each true one was taken or given up after ${doneSeconds} s, in which n8n had a processor for ${Math.round(flooded.workedSeconds)} s, ${Math.round((100 * flooded.workedSeconds) / doneSeconds)} % of one. Attempts of the service until a true event was taken: ${[
			...attempts,
		]
			.sort(([a], [b]) => a - b)
			.map(([number, events]) => `${number === 0 ? 'never' : `attempt ${number}`}: ${count(events)}`)
			.join(
				', ',
			)}. What the service got: ${[...answers].map(([answer, times]) => `${answer} ${times} times`).join(', ')}.`,
		`Health check, every 100 ms: ${count(health.asked)} times, ${health.failed} without an answer, ${over} above a second; half of the answers within ${ms(at(health.tookMs, 0.5))}, 99 % within ${ms(at(health.tookMs, 0.99))}.`,
		`Resident memory of n8n in MB, every ${EVERY / 2} s: ${curve.join(', ')}. At most ${Math.max(...memoryMb)} MB.`,
		'The longest times in which n8n did nothing else, by processor time, first those within the package:',
		freezes(longestOwn, ({ own }) => own),
		'and by all of their time:',
		freezes(longest, ({ all }) => all),
		'Forged events and the answers of n8n:',
		table(
			['Kind', 'Sent', 'Answers'],
			[...forged]
				.sort(([a], [b]) => a.localeCompare(b))
				.map(([kind, { sent, answers }]) => [
					kind,
					sent,
					[...answers].map(([answer, times]) => `${answer}: ${times}`).join(', '),
				]),
		),
	].join('\n\n');
}

/** The report as Markdown. */
export const describeFloods = (floods: readonly Flooded[], of: Surroundings): string =>
	`${[
		'# Event floods',
		`Made by \`npm run floods\` on ${of.date}; ${of.processor}, ${of.cores} cores, load at the start ${of.load.toFixed(1)}; n8n ${of.n8n} on Node ${of.n8nNode}; commit ${of.commit}. Seed ${floods[0].wanted.seed}; \`FLOODS_SEED\`, \`FLOODS_COUNT\` and \`FLOODS_PER_SECOND\` change it.`,
		`${count(floods[0].wanted.count)} true events and as many forged ones, mixed, ${floods[0].wanted.perSecond} a second, come to the trigger in a published workflow. The true ones come from the stand-in of the service, when it has done a job, at most three times, a minute apart. The forged ones come from somebody who knows the address of the trigger; one in twenty has 1 or 10 MB. The trigger confirms events, without a limit per minute, and had confirmed one before.`,
		...floods.map((one) => section(one, of.load)),
	].join('\n\n')}\n`;
