import { cpus, platform, release, totalmem } from 'node:os';
import countBy from 'lodash/countBy';

import { table } from '../../tools/text/markdown';
import host from '../host/package.json';
import { CLASSES, type Class } from './account';
import { CONCURRENCY } from './workflows';
import { SPEED, type Soaked } from './soak';

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

/** The report of a soak. */
export function describeSoak(soaked: Soaked, { seed, minutes }: { seed: number; minutes: number }): string {
	const { runs, books, account, injected, requests, memory, problems, blocked, starts, lostCalls } = soaked;
	const kinds = Object.entries(countBy(runs, ({ kind }) => kind)).sort();
	const statuses = [...new Set(runs.map(({ status }) => status))].sort();
	const classes = Object.entries(CLASSES) as Array<[Class, string]>;
	const net = books.charged - books.refunded;
	const accounted = sum(Object.values(account.credits));
	return [
		'# Soak',
		'',
		`${minutes} minutes of mixed load on n8n in queue mode (a main, two workers, a webhook process, Redis, PostgreSQL) with random faults; the sandbox's clock runs ${SPEED} times as fast as reality, and each block of 24 hours is lifted by whitelisting the address. Seed ${seed}. Made by \`npm run soak\`; \`SOAK_SEED\` and \`SOAK_MINUTES\` change it; the seed decides what is drawn, the machine how it falls together.`,
		'',
		problems.length === 0
			? `**Equal:** every one of the ${net} credits that stay charged is accounted for, record by record; nothing was charged twice, and nothing was output that was not charged.`
			: `**Not equal: ${problems.length} problems**, at the end of this file.`,
		'',
		table(
			['What became of a charged record', 'Credits'],
			[
				...classes.map(([name, words]) => [words, account.credits[name]]),
				['not explained', net - accounted],
				['all that stay charged', net],
			],
		),
		'',
		'On the fast clock the three attempts of a callback are over within ten seconds. A callback that finds no webhook process, or comes within the two minutes for which a met limit is remembered, is therefore lost more often than in reality; its execution ends by its wait limit and names the batch.',
		'',
		`Charged: ${books.charged} credits; given back for records that failed or were empty: ${books.refunded}. Batches and jobs read by their ID at the end: ${books.works.size}.`,
		'',
		`Executions: ${runs.length}, of ${starts.length} calls. Requests: ${sum(Object.values(requests))}. Executions that met a block, of those whose requests can be told apart: ${blocked}; each had up to ${CONCURRENCY} requests under way, and sent none after it.`,
		'',
		table(
			['Workflow', ...statuses],
			kinds.map(([kind]) => [
				kind,
				...statuses.map((status) => runs.filter((run) => run.kind === kind && run.status === status).length),
			]),
		),
		'',
		`Lost by n8n with a killed process, nothing charged: ${lostCalls} calls that it had answered and ${runs.filter(({ status }) => status === 'new').length} executions that it never began.`,
		'',
		`Killed with their worker: ${runs.filter(({ isCutOff }) => isCutOff).length} executions; n8n says of them: ${[...new Set(runs.filter(({ isCutOff }) => isCutOff).map(({ errors }) => errors))].join('; ')}`,
		'',
		table(
			['Trouble', 'Times'],
			[
				...[...injected.faults].sort(),
				['callback sent twice', injected.doubled],
				['callback sent again late', injected.late],
				['worker killed', injected.kills],
				['webhook process killed (callbacks are lost)', injected.webhookKills],
				['daily limit used up, blocked until whitelisted', injected.blocks.length],
			],
		),
		'',
		table(['Endpoint', 'Requests'], Object.entries(requests).sort()),
		'',
		table(
			['Resident memory, MB', 'After a minute', 'At the end', 'Most'],
			Object.keys(memory.most).map((name) => [
				name,
				memory.begin[name] ?? '-',
				memory.end[name] ?? '-',
				memory.most[name],
			]),
		),
		'',
		`n8n ${host.dependencies.n8n}, Node ${process.version} for sandbox and load, ${platform()} ${release()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB.`,
		'',
		...(problems.length === 0 ? [] : ['## Problems', '', ...problems.map((problem) => `- ${problem}`), '']),
	].join('\n');
}
