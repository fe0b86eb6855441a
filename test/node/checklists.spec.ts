import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { ServiceFailure } from '../../core/client/failure';
import { ALL, type Entry } from '../support/allOperations';
import { failureKinds } from '../support/failureKinds';
import type { NodeResult } from '../support/harness';
import { filtersOf, inputOf } from './support/goodInput';
import { useNode } from './support/useNode';

/** n8n's guidelines that only show when the node runs. docs/dev/checklists.md names each of them. */

const { sandbox, run: runNamed } = useNode({ persons: 300, companies: 100 });

const MOST_FIELDS = 10;
const run = async (
	[name, , , operation]: Entry,
	more: IDataObject = {},
	change: (good: IDataObject) => IDataObject = (good) => good,
): Promise<NodeResult> => {
	const { parameters, good } = await inputOf(sandbox, operation);
	return await runNamed(name, { ...filtersOf(operation), ...parameters, ...more }, [change(good)]);
};

/** Fields of the record; what became of its row is the node's own word. */
const fieldsOf = (record: IDataObject): string[] => Object.keys(record).filter((name) => name !== 'outcome');

it.each(ALL.filter(([, , , { fields }]) => 'simplify' in fields))(
	'Simplify leaves at most ten fields of %s',
	async (...entry) => {
		const { items, error } = await run(entry, { simplify: true });
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items) expect(fieldsOf(json).length).toBeLessThanOrEqual(MOST_FIELDS);
	},
);

it('operations whose answers have more than ten fields have Simplify, or Output for leads', async () => {
	const large: string[] = [];
	for (const entry of ALL) {
		sandbox.reset();
		const { items } = await run(entry);
		const most = Math.max(0, ...items.map(({ json }) => fieldsOf(json).length));
		const isChosen = 'simplify' in entry[3].fields || entry[3].leads !== undefined;
		if (most > MOST_FIELDS && !isChosen) large.push(`${entry[0]}: ${most}`);
	}
	expect(large).toEqual([]);
});

it.each(ALL)('the input items are left as they were by %s', async (...entry) => {
	let before = '';
	const { stored, error, items } = await run(entry, {}, (good) => {
		// A CPF without its first zeros is sent whole.
		const item = { cpf: 123_456_797, ...good, list: Object.freeze(['kept']) };
		before = JSON.stringify(item);
		return Object.freeze(item) as IDataObject;
	});
	expect([error, items.map(({ json }) => json.error).filter(Boolean)]).toEqual([undefined, []]);
	expect(stored.includes(before)).toBe(true);
});

it.each(failureKinds)('messages do without the words that frighten: %s', (kind) => {
	for (const endpoint of Object.values(endpoints)) {
		const { message, advice } = new ServiceFailure({ kind, endpoint });
		expect(`${message} ${advice}`).not.toMatch(/\b(error|problem|failure|mistake)s?\b/i);
	}
});
