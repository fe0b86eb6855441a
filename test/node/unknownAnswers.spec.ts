import type { IDataObject } from 'n8n-workflow';

import { endpoints, type EndpointName } from '../../contract';
import type { Schema } from '../../contract/model/schema';
import { ALL } from '../support/allOperations';
import { filtersOf, inputOf } from './support/goodInput';
import { useNode } from './support/useNode';

/**
 * An answer with status 200 whose shape nobody knows, to any call of any operation, comes out raw, with the ID of its
 * batch where there is one and a hint, and is never hidden by an error. An empty one has nothing to lose.
 */

const { sandbox, run } = useNode({ persons: 300, companies: 100 });

const UNKNOWN = {
	object: { alpha: { beta: [1, { gamma: 'x' }] } },
	// As JSON: any other text is no answer (field notes, General: read as a wrong address).
	text: '"maintenance"',
	number: 734512,
	'empty object': {},
} as const;
type Kind = keyof typeof UNKNOWN;

interface Way {
	readonly parameters?: IDataObject;
	readonly input?: IDataObject;
	/** A call that goes on in the background. */
	readonly unfinished?: EndpointName;
}
/** How an operation comes to a call that it does not make with its usual input. */
const WAYS: Readonly<Record<string, Way>> = {
	'list.enrichList b2bPersonEnrichBatch': { input: { contact: 'ana@example.com' } },
	'list.enrichList personGet': { input: { contact: '52998224725' } },
	'savedFilter.getMany savedCompanyFilters': { parameters: { kind: 'companies' } },
	'b2bPerson.enrichPersonNow batchStatus': { unfinished: 'b2bPersonEnrichNow' },
	'b2bCompany.enrichCompanyNow batchStatus': { unfinished: 'b2bCompanyEnrichNow' },
};

/** The call to which Enrich Now turns when it finds no slot is tested with the operation that it is of. */
const isOfAnother = (name: string, call: string): boolean => /Now$/.test(name) && /Enrich$/.test(call);

const CALLS = ALL.flatMap((entry) =>
	Object.entries(endpoints)
		.filter(([call, endpoint]) => entry[3].calls.includes(endpoint) && !isOfAnother(entry[0], call))
		.flatMap(([call]) =>
			(Object.keys(UNKNOWN) as Kind[]).map((kind) => [entry[0], call as EndpointName, kind, entry] as const),
		),
);

it.each(CALLS)('%s, %s: %s', async (name, call, kind, [, , , definition]) => {
	const { parameters, good } = await inputOf(sandbox, definition);
	const way = WAYS[`${name} ${call}`] ?? {};
	const fault = { kind: 'status', when: 'after', status: 200 } as const;
	if (way.unfinished !== undefined) {
		const body = { id_processamento: 'x9', status: 'processing', concluido: false };
		sandbox.faults.add({ ...fault, status: 202, endpoint: way.unfinished, body });
	}
	sandbox.faults.add({ ...fault, endpoint: call, body: UNKNOWN[kind], times: 'always' });
	const given = {
		...{ ...filtersOf(definition), ...parameters, output: 'simplified' },
		...('waitLimit' in definition.fields && { waitLimit: 1 }),
		...way.parameters,
	};
	const { items, hints, error } = await run(name, given, [{ ...good, ...way.input }]);
	expect(error).toBeUndefined();
	const asked = sandbox.requests.of(call);
	expect(asked).not.toEqual([]);
	expect(items).not.toEqual([]);

	const output = JSON.stringify(items.map(({ json }) => json));
	const inner = kind === 'text' ? 'maintenance' : JSON.stringify(UNKNOWN[kind]).replace(/^{|}$/g, '');
	const [, batchId] = /\/status\/([^/]+)/.exec(asked[0].path) ?? [];
	const shape: Schema = endpoints[call].responses[200];
	// Where no shape is known, none is unknown.
	const needsHint = inner !== '' && shape.type !== undefined;
	const holds =
		output.includes(inner) &&
		(batchId === undefined || output.includes(`"${batchId}"`)) &&
		(!needsHint || hints.some(({ message }) => message.includes('an unknown format')));
	expect(holds).toBe(true);
});
