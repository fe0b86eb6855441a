import omit from 'lodash/omit';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { credentialFor, runNode, useClockOf, type NodeResult, type NodeRun } from '../../support/harness';
import { placed } from '../../support/placed';

/**
 * Runs an operation, named `resource.operation`; options are given flat, wherever the form has them.
 * Items that fail come out as items, unless settings say otherwise.
 */
export type Run = (
	name: string,
	parameters?: IDataObject,
	items?: readonly IDataObject[],
	more?: Partial<NodeRun>,
) => Promise<NodeResult>;

/** Of the options, those that the credential has. */
const PACE = ['maxConcurrentRequests', 'maxRequestsPerMinute'];

const withOptions = ({ options, ...parameters }: IDataObject): IDataObject => ({
	...parameters,
	...(typeof options === 'object' && !('advanced' in (options as object))
		? placed(omit(options as IDataObject, PACE))
		: options !== undefined && { options }),
});

/** A sandbox for the tests of a spec, on a clock that waiting moves on, and the node; each test finds it as new. */
export function useNode(options: SandboxOptions = {}): { readonly sandbox: Sandbox; readonly run: Run } {
	let started: Sandbox;
	beforeAll(async () => void (started = await startSandbox({ clock: 'manual', ...options })));
	beforeEach(() => {
		started.reset();
		useClockOf(started);
	});
	afterEach(() => {
		jest.restoreAllMocks();
		expect(started.requests.mistakes).toEqual([]);
	});
	afterAll(async () => await started.close());
	// There is none before the first test begins.
	const sandbox = new Proxy({} as Sandbox, { get: (_, name) => Reflect.get(started, name) as unknown });
	const run: Run = async (name, parameters = {}, items = [{}], more = {}) => {
		const [resource, operation] = name.split('.');
		return await runNode({
			resource,
			operation,
			parameters: withOptions(parameters),
			items,
			settings: { onError: 'continueRegularOutput' },
			...more,
			credential: {
				...credentialFor(sandbox),
				...more.credential,
				...pick(parameters.options as object, PACE),
			},
		});
	};
	return { sandbox, run };
}

/** What came out of a run, and what it said. */
export const rowsOf = ({ items }: Pick<NodeResult, 'items'>): IDataObject[] => items.map(({ json }) => json);
export const outcomesOf = (result: Pick<NodeResult, 'items'>): unknown[] =>
	rowsOf(result).map(({ outcome }) => outcome);
export const messagesOf = ({ hints }: NodeResult): string[] => hints.map(({ message }) => message);
