import type { IDataObject } from 'n8n-workflow';

/** What may become of something stored: each a name and what stands in its place then. */
export type Damage = readonly [name: string, change: (stored: unknown) => unknown];

const HUGE = 'x'.repeat(200_000);

/** Damages of a value as a whole. */
export const ofWhole: readonly Damage[] = [
	['nothing', () => null],
	['a number', () => 7],
	['text', () => 'damaged'],
	['JSON that ends too early', (stored) => JSON.stringify(stored).slice(0, -5)],
	['a list', (stored) => [stored]],
	['an empty object', () => ({})],
	['200,000 characters', () => HUGE],
	['what a later version may write', (stored) => ({ ...(stored as IDataObject), format: 2 })],
];

/** Another value than was stored: of another type, or of the same type where it cannot be told by its type. */
const others = (stored: unknown): unknown[] => {
	if (typeof stored === 'number') return [null, 'x', {}, stored + 1, -1, 9e15];
	if (typeof stored === 'string') return [null, 7, {}, stored.slice(0, -1), HUGE];
	return [null, 7, 'x'];
};

/** Damages of each field of an object: it is missing, or something else stands in it. */
export const ofFields = (stored: IDataObject, except: readonly string[] = []): Damage[] =>
	Object.keys(stored)
		.filter((name) => !except.includes(name))
		.flatMap((name): Damage[] => [
			[`without ${name}`, (whole) => ({ ...(whole as IDataObject), [name]: undefined })],
			...others(stored[name]).map((other): Damage => [
				`${name} ${JSON.stringify(other).slice(0, 20)}`,
				(whole) => ({ ...(whole as IDataObject), [name]: other }),
			]),
		]);
