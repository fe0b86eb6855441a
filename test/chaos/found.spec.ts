import type { OperationName } from './sequence/units';
import type { Cut, Options, Step, Trouble, Work } from './sequence/steps';
import { useSandbox } from './stage/useSandbox';

/** Sequences that once broke a rule, as short as they could be made. */

const playerOf = useSandbox();

/** A run that asks for these units, with what is unusual about it. */
const work = (operation: OperationName, units: readonly number[], unusual: Partial<Work> = {}): Work => ({
	start: 'new',
	of: 0,
	operation,
	asked: units.map((unit) => ({ unit, spelling: 0 })),
	options: {},
	mode: 'manual',
	retryOnFail: false,
	continues: false,
	waitLimit: 30,
	process: 0,
	...unusual,
});

const step = (one: Work, more: { readonly beside?: Work; readonly trouble?: Trouble } = {}): Step => ({
	kind: 'work',
	work: one,
	...(more.beside && { beside: { work: more.beside, afterMs: 0 } }),
	...(more.trouble && { trouble: more.trouble }),
});
const trouble = (kind: Trouble['kind']): Trouble => ({ kind, times: 1, skip: 0 });
const killed = (at: number): { readonly cut: Cut } => ({ cut: { by: 'kill', at } });
const stopped = (at: number): { readonly cut: Cut } => ({ cut: { by: 'stop', at } });
const having = (options: Options): { readonly options: Options } => ({ options });
const skips = having({ skipEnriched: true });
const again = having({ ifSentBefore: 'send' });
const oneRequest = having({ maxRequests: 1 });
const retry = { start: 'retryOriginal' } as const;
const retryChanged = { start: 'retryCurrent' } as const;
const turn = { start: 'turn' } as const;
const elsewhere = { process: 1 } as const;

const FOUND: Readonly<Record<string, readonly Step[]>> = {
	'a look that is cut off leaves no date': [
		step(work('enrichBatch', [0], oneRequest)),
		step(work('enrichNow', [0], elsewhere), {
			beside: work('enrichBatch', [0], { ...elsewhere, ...killed(1) }),
		}),
		step(work('enrichNow', [0], elsewhere)),
	],
	'a retry with another operation does not pay for what was answered': [
		step(work('enrichBatch', [0]), {
			beside: work('enrichNow', [3, 0], having({ skipEnriched: true })),
		}),
		step(work('enrichNow', [3])),
		step(work('enrichBatch', [0], retryChanged)),
	],
	'nor after a turn whose result came out': [
		step(work('enrichNow', [0], oneRequest)),
		step(work('enrichNow', [0], turn)),
		step(work('enrichBatch', [0], retryChanged)),
	],
	'a turn days later skips what came out': [
		step(work('enrichNow', [0], skips)),
		{ kind: 'wait', minutes: 11_520 },
		step(work('enrichNow', [0], turn)),
	],
	'a number asked for again in another turn is paid once': [
		step(work('checkNumber', [3])),
		step(work('checkNumber', [3], turn)),
	],
	'the results of a stopped execution do not count as output': [
		step(work('enrichBatch', [0], stopped(10))),
		step(work('enrichBatch', [0])),
	],
	'a refund of what was submitted again settles nothing else': [
		step(work('enrichBatch', [3], oneRequest)),
		step(work('enrichBatch', [3], again), { trouble: trouble('failed') }),
		step(work('enrichBatch', [3])),
	],
	"a retry's own try does not take what another retry has sent": [
		step(work('enrichBatch', [0]), { beside: work('enrichBatch', [0]) }),
		step(work('enrichBatch', [0], retry)),
		step(work('enrichBatch', [0], { ...retryChanged, retryOnFail: true })),
	],
	'each failure is followed by a new key': [
		step(work('enrichNow', [0], { retryOnFail: true }), { trouble: trouble('batchFails') }),
		step(work('enrichBatch', [0], retry)),
	],
	'what a retry submits again is known to the next retry': [
		step(work('enrichBatch', [0]), { beside: work('enrichBatch', [0]) }),
		step(work('enrichBatch', [0], killed(2))),
		step(work('enrichBatch', [0], { ...retryChanged, ...again })),
		step(work('enrichBatch', [0], retry)),
	],
	'what is submitted again in another way cannot be had by its key': [
		step(work('enrichNow', [1], killed(8))),
		step(work('enrichBatch', [1], { options: { skipEnriched: true, ifSentBefore: 'send' }, ...killed(8) })),
		step(work('enrichNow', [1])),
	],
	'executions ask a blocked account once each, whatever they try': [
		step(work('enrichBatch', [0]), { trouble: trouble('blocked') }),
		step(work('enrichBatch', [0], { ...elsewhere, retryOnFail: true }), {
			beside: work('enrichBatch', [0], { ...elsewhere, retryOnFail: true }),
		}),
	],
	"a claim stands although another worker's look has overwritten it": [
		step(work('enrichBatch', [0], killed(2))),
		step(work('enrichBatch', [2], elsewhere), {
			beside: work('enrichBatch', [0]),
			trouble: { ...trouble('notReady'), skip: 2 },
		}),
		step(work('enrichBatch', [2])),
	],
	'what a retry takes up is skipped by later runs': [
		step(work('enrichBatch', [0], oneRequest)),
		step(work('enrichBatch', [0], { ...retryChanged, ...skips })),
		step(work('enrichBatch', [0], skips)),
	],
};

/** The same, with companies that are found by their CNPJs. */
const FOUND_BY_CNPJ: Readonly<Record<string, readonly Step[]>> = {
	'what is found in a try that fails leaves nothing to release once a further try comes out': [
		step(work('enrichBatch', [1], killed(2))),
		step(work('enrichBatch', [1, 0], { retryOnFail: true })),
		step(work('enrichBatch', [0], elsewhere)),
	],
};

it.each([
	...Object.entries(FOUND).map((found) => [...found, 'id_empresa'] as const),
	...Object.entries(FOUND_BY_CNPJ).map((found) => [...found, 'cnpj'] as const),
])('%s', async (_, steps, identifier) => {
	const player = playerOf();
	for (const seed of [1, 2, 3]) {
		expect(await player.play({ identifier, seed, steps })).toBeUndefined();
	}
});
