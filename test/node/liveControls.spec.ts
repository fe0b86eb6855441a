import cloneDeep from 'lodash/cloneDeep';
import omit from 'lodash/omit';
import set from 'lodash/set';
import unset from 'lodash/unset';
import type { IDataObject } from 'n8n-workflow';

import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import { optionsField } from '../../nodes/PersonCompanyData/run/describe';
import { collectionField } from '../../core/form/field';
import { ALL, type Entry } from '../support/allOperations';
import { allControls, type Control } from './support/controls';
import { filtersOf, inputOf, knownValues } from './support/goodInput';
import { useNode } from './support/useNode';
import { placed } from '../support/placed';
import { announceUndocumented } from '../support/document/watch';

/** No form has a dead control: each changes what is sent or what comes out, in some situation. */

const { sandbox, run } = useNode({ persons: 300, companies: 100 });

/**
 * Controls whose effect needs more than one run, an open editor, a file, or things that are there before, by their
 * name or by operation and path: other specs show it.
 */
const ELSEWHERE = new Set([
	...['skipEnriched', 'ifSentBefore', 'waitLimit', 'inputBinaryField', 'offset'],
	...['person.searchByPattern selectedFields', 'person.searchByPattern output'],
	'company.getBusinessContext options.ifNothingFound',
	...['savedFilter.getMany returnAll', 'savedFilter.getMany limit'],
]);

/** Where a control may matter. */
interface Situation {
	readonly options?: IDataObject;
	readonly items?: (good: IDataObject) => IDataObject[];
	readonly prepare?: () => void;
}

/** An answer with nothing in it, in the shapes of the service. */
const nothing = (body: unknown): Situation => ({
	prepare: () => sandbox.faults.add({ kind: 'status', status: 200, body, times: 'always' }),
});
/** Another call for each item: equal ones are sent once. */
const apart = { additionalQueryParameters: '={{ JSON.stringify({ item: $itemIndex }) }}' };
const several = (good: IDataObject): IDataObject[] =>
	Array.from({ length: 6 }, (_, i) => ({ ...good, id_pessoa: sandbox.persons.id(i) }));
const NEVER = { jobSeconds: 1e7, intelSeconds: 1e7, batchMinimumSeconds: 1e7 };
const WRONG = { cpf: '11111111112', cnpj: '11111111111112', document: '11111111111112' };

const SITUATIONS: readonly Situation[] = [
	{},
	{ options: { ...apart, maxCredits: 1 }, items: several },
	{
		options: { ...apart, maxConcurrentRequests: 1 },
		items: several,
		prepare: () => sandbox.faults.add({ kind: 'status', status: 400, skip: 1 }),
	},
	{
		items: several,
		prepare: () => sandbox.set({ failEveryNthRecord: 2 }),
	},
	{ items: (good) => [{ ...good, ...WRONG }] },
	{ prepare: () => sandbox.set({ failEveryNthRecord: 1 }) },
	{ prepare: () => sandbox.set(NEVER) },
	nothing([]),
	nothing({ dados: [], total: 0 }),
	nothing({ results: [] }),
	{ prepare: () => sandbox.faults.add({ kind: 'status', status: 429, times: 'always' }) },
	{ options: apart, items: several, prepare: () => sandbox.set({ latencyMs: 100 }) },
];

/** What keeps calls apart and the examples of additional filters are in no document of some calls. */
function announceMeant(): void {
	for (const { path, query, body } of sandbox.requests.all) {
		if ('item' in query) announceUndocumented('*', 'query item');
		// The examples of the form.
		if ('name' in query && /\/(persons|bulk|prospect)\/?$/.test(path))
			announceUndocumented('*', 'query name');
		if (JSON.stringify(body ?? '').includes('"field":"value"')) announceUndocumented('*', 'body field');
		if (path.includes('/b2b/') || !JSON.stringify(body ?? '').includes('"filtros_empresa"')) continue;
		const saved = path.includes('/filters/') ? 'data.' : '';
		announceUndocumented('*', `body ${saved}filtros_empresa`);
	}
}

/** What varies between equal runs. */
const settled = (text: string): string =>
	text.replace(/127\.0\.0\.1:\d+/g, 'host').replace(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'uuid');

type Setting = readonly [path: string, value: unknown];

/** Runs an operation as it is set, and tells everything that can be seen of it. */
async function traceOf(
	[name, , , operation]: Entry,
	settings: readonly Setting[],
	{ options, items = (good) => [good], prepare }: Situation,
): Promise<string> {
	sandbox.reset();
	const { parameters, good } = await inputOf(sandbox, operation);
	const all = { ...filtersOf(operation), ...parameters, ...placed(options ?? {}) };
	for (const [path, value] of settings) {
		if (value === undefined) unset(all, path);
		else set(all, path, cloneDeep(value));
	}
	prepare?.();
	const authenticate = jest.spyOn(PersonCompanyDataApi.prototype, 'authenticate');
	const begun = sandbox.clock.now();
	const rows = items({ ...knownValues(sandbox), ...good });
	const result = await run(name, all, rows, { settings: {} });
	const sent = authenticate.mock.calls.map(([, request]) => JSON.stringify(request)).sort();
	authenticate.mockRestore();
	announceMeant();
	const { items: got, error, hints } = result;
	const seconds = Math.round((sandbox.clock.now() - begun) / 1000);
	const atOnce = sandbox.requests.traffic.maxInFlight;
	// Errors carry the node as it is set, which would make every setting look alive.
	const failed = error && { message: error.message, description: error.description };
	return settled(JSON.stringify({ sent, got, failed, hints, seconds, atOnce }));
}

/** Input that is refused proves no effect. */
const refusals = (trace: string): number => trace.split('Nothing was sent for this item').length;

/** A run without the control, which many controls of an operation share. */
type Unset = (base: Control['base'], situation: Situation) => Promise<string>;

function unsetOf(entry: Entry): Unset {
	const traces = new Map<string, Promise<string>>();
	return async (base, situation) => {
		const key = JSON.stringify([SITUATIONS.indexOf(situation), base]);
		const trace = traces.get(key) ?? traceOf(entry, base, situation);
		traces.set(key, trace);
		return await trace;
	};
}

const lastOf = (path: string): string => /(\w+)$/.exec(path)?.[1] ?? path;

/** Where a control of a name last made a difference: one of another form will probably do so there, too. */
const decisive = new Map<string, Situation>();

/** Whether a control makes a difference somewhere. */
async function isAlive(entry: Entry, { path, base, values }: Control, unsetIn: Unset): Promise<boolean> {
	const name = lastOf(path);
	for (const situation of new Set([decisive.get(name) ?? SITUATIONS[0], ...SITUATIONS])) {
		const unset = await unsetIn(base, situation);
		for (const value of values) {
			const trace = await traceOf(entry, [...base, [path, value]], situation);
			if (trace === unset || refusals(trace) > refusals(unset)) continue;
			decisive.set(name, situation);
			return true;
		}
	}
	return false;
}

async function deadOf(entry: Entry, controls: readonly Control[]): Promise<string[]> {
	const dead: string[] = [];
	const unsetIn = unsetOf(entry);
	for (const control of controls) {
		if (ELSEWHERE.has(lastOf(control.path)) || ELSEWHERE.has(`${entry[0]} ${control.path}`)) continue;
		if (!(await isAlive(entry, control, unsetIn))) dead.push(control.path);
	}
	return dead;
}

jest.setTimeout(120_000);

it('tells equal runs as equal', async () => {
	for (const entry of ALL) {
		const [first, second] = [await traceOf(entry, [], {}), await traceOf(entry, [], {})];
		expect([entry[0], second]).toEqual([entry[0], first]);
	}
});

it.each(ALL)('%s has no control without effect', async (...entry) => {
	const [, , , { fields, options = {} }] = entry;
	const own = { ...fields, options: collectionField('Options', 'Add option', options) };
	expect(await deadOf(entry, allControls(own))).toEqual([]);
});

// One that serves each item, one that serves all of them together, and one that is free and has a body.
const SHARED = ALL.filter(([name]) =>
	['person.getPerson', 'b2bPerson.enrichPersonBatch', 'prospecting.countPersons'].includes(name),
);

it.each(SHARED)('the options of every operation have an effect on %s', async (...entry) => {
	const [, , , operation] = entry;
	const shared = omit(optionsField(operation).fields, Object.keys(operation.options ?? {}));
	expect(await deadOf(entry, allControls(shared, 'options.'))).toEqual([]);
});
