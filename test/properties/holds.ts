import fc from 'fast-check';

/**
 * How properties are run: so many cases each, from a seed. A property that fails says how to run just it, and
 * just the case that failed, once more.
 */

const isLong = process.env.npm_lifecycle_event === 'properties';

/** Cases of each property: a hundred among other tests, at least ten thousand with `npm run properties`. */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? (isLong ? 10_000 : 100));
/** The same cases each time among all tests; others each time with `npm run properties`. */
const SEED = Number(process.env.PROPERTY_SEED ?? (isLong ? Date.now() % 2 ** 31 : 20_260_101));
/** Where in the run of a seed a failed case stands, as the failure has told. */
const PATH = process.env.PROPERTY_PATH;

const TIMEOUT_MS = isLong || RUNS > 1000 ? 900_000 : 30_000;

const SHARED = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const namesOf = (): string =>
	SHARED.map((prototype) => Reflect.ownKeys(prototype).map(String).join()).join(';');
const before = namesOf();

type Arbitraries<Ts extends readonly unknown[]> = { [K in keyof Ts]: fc.Arbitrary<Ts[K]> };

type Property = <Ts extends [unknown, ...unknown[]]>(
	name: string,
	...given: [...Arbitraries<Ts>, (...values: Ts) => unknown]
) => void;

const tested =
	(numRuns: number): Property =>
	<Ts extends [unknown, ...unknown[]]>(
		name: string,
		...given: [...Arbitraries<Ts>, (...values: Ts) => unknown]
	): void => {
		const arbitraries = given.slice(0, -1) as Parameters<typeof fc.tuple<Ts>>;
		const check = given[given.length - 1] as (...values: Ts) => unknown;
		it(
			name,
			async () => {
				const details = await fc.check(
					fc.asyncProperty(fc.tuple<Ts>(...arbitraries), async (values) => {
						await check(...values);
						if (namesOf() !== before) throw new Error('Something was added to what all objects share.');
					}),
					{ numRuns, seed: SEED, ...(PATH !== undefined && { path: PATH, endOnFailure: true }) },
				);
				if (!details.failed) return;
				const again = `PROPERTY_SEED=${details.seed} PROPERTY_PATH=${details.counterexamplePath} npx jest --selectProjects properties -t ${JSON.stringify(name)}`;
				throw new Error(`${fc.defaultReportMessage(details)}\n\nRun just this case again:\n${again}`, {
					cause: details.errorInstance,
				});
			},
			TIMEOUT_MS,
		);
	};

/**
 * A test that a property holds for many cases. A property fails when it throws, as `expect` does; each is also
 * held to leaving alone what all objects share.
 */
export const holds = tested(RUNS);

/** The same where each case is a call over HTTP, with a tenth of the cases. */
export const holdsOverHttp = tested(Math.ceil(RUNS / 10));
