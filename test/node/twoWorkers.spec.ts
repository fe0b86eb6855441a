import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { SimulatedTime } from '../support/simulatedTime';
import { execute, type Ended } from '../chaos/stage/n8n';
import { Process, Wire } from '../chaos/stage/process';
import { credentialFor } from '../support/engine';
import { forgetProcessed } from '../support/processedStore';
import { placed } from '../support/placed';
import { useSimulatedSandbox } from './support/useSimulatedSandbox';

/** Workers of one n8n, each with a memory of its own: two that want the same at the same time, and one that is killed. */

let sandbox: Sandbox;
let time: SimulatedTime;
useSimulatedSandbox((...begun) => {
	[sandbox, time] = begun;
});

let executions = 0;
/** Calls of n8n's store so far, which take different times. */
let steps = 0;
beforeEach(() => void (steps = 0));

interface Wanted {
	readonly resource: string;
	readonly operation: string;
	readonly identifyBy: string;
	readonly items: readonly IDataObject[];
	readonly options?: IDataObject;
	/** What the node does when it fails; it goes on unless given. */
	readonly onError?: 'stopWorkflow';
	/** Its worker, if not one of its own. */
	readonly process?: Process;
	/** The call of n8n or the service at which the worker is killed. */
	readonly killAt?: number;
}

/** Runs the node. */
async function run({
	items,
	options,
	killAt,
	onError,
	process = new Process(time),
	...parameters
}: Wanted): Promise<Ended> {
	const id = String(++executions);
	const { ended } = await execute(
		time,
		{
			workflow: 'workflow',
			chain: [id],
			parameters: { ...parameters, ...placed({ maxRequestsPerMinute: 0, ...options }) },
			items,
			context: {},
			turns: [],
			process,
			mode: 'trigger',
			settings: { onError: onError ?? 'continueRegularOutput' },
			credential: credentialFor(sandbox),
		},
		(stop) =>
			new Wire(process, {
				time,
				label: id,
				stop,
				...(killAt !== undefined && { cut: { by: 'kill', at: killAt } }),
				latency: () => 10 + (steps % 7),
				leaves: () => true,
				answered: () => undefined,
			}),
	);
	return ended;
}

const outcomesIn = ({ output }: Ended): unknown[] =>
	output.map(({ json }) => json.outcome ?? json.error ?? json);

const spent = (): number => sandbox.ledger.charged() - sandbox.ledger.refunded();

describe('a company that two workers enrich now', () => {
	const enrichNow = async (afterMs: number, options: IDataObject = {}, killAt?: number): Promise<Ended> => {
		if (afterMs > 0) await time.sleep(afterMs);
		const [identifyBy, items] = ['id_empresa', [{ id_empresa: sandbox.companies.id(0) }]];
		return await run({
			resource: 'b2bCompany',
			operation: 'enrichCompanyNow',
			identifyBy,
			items,
			options,
			killAt,
		});
	};

	it('is paid once where the first had to send its call again', async () => {
		sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: 45 });
		sandbox.faults.add({ kind: 'reset', when: 'before', endpoint: 'b2bCompanyEnrichNow' });
		await time.pass(Promise.all([enrichNow(0), enrichNow(3000)]));
		expect(spent()).toBe(1);
	});
});

/**
 * Finding a company by its document is a search (specification, credit rule 1: free again for 7 days), so it leaves
 * nothing behind.
 */
describe('companies that are found and then not submitted', () => {
	const WAYS = [
		['list', 'enrichList'],
		['b2bCompany', 'enrichCompanyBatch'],
	] as const;
	type Way = readonly [resource: string, operation: string];
	const enrich = async ([resource, operation]: Way, more: Partial<Wanted> = {}) => {
		const items = [1, 2, 3, 4].map((i) => ({ cnpj: sandbox.companies.cnpj(i) }));
		const wanted = { resource, operation, identifyBy: 'cnpj', items, onError: 'stopWorkflow' } as const;
		return await time.pass(run({ ...wanted, ...more }));
	};
	const submitted = () => sandbox.requests.of('b2bCompanyEnrichBatch').filter(({ status }) => status === 202);
	const comeOut = async (way: Way): Promise<void> => {
		// Another process, as after a restart of n8n.
		const later = await enrich(way);
		expect(outcomesIn(later)).toEqual(Array(4).fill('enriched'));
		expect(submitted()).toHaveLength(1);
		// 4 to find, which is not charged again, and 4 to enrich.
		expect(spent()).toBe(8);
	};

	it.each(WAYS)(
		'come out of the next run where the submission is refused with 402 (%s > %s)',
		async (...way) => {
			const body = { error: { code: 'insufficient_credits', description: 'No credits.' } };
			const fault = { kind: 'status', status: 402, body, when: 'before' } as const;
			sandbox.faults.add({ ...fault, endpoint: 'b2bCompanyEnrichBatch' });
			expect((await enrich(way)).how).toBe('red');
			await comeOut(way);
		},
	);

	it.each(WAYS)(
		'come out of the next run after a daily limit during the finding (%s > %s)',
		async (...way) => {
			const body = { error: { code: 'daily_limit', description: 'Daily request limit exceeded.' } };
			const fault = {
				kind: 'status',
				status: 429,
				body,
				when: 'before',
				endpoint: 'b2bCompanyFind',
			} as const;
			sandbox.faults.add({ ...fault, skip: 2 });
			expect((await enrich(way, { options: { maxConcurrentRequests: 1 } })).how).toBe('red');
			await time.pass(time.sleep(25 * 3_600_000));
			await comeOut(way);
		},
	);

	it.each(WAYS)('come out of the next run after a kill during the finding (%s > %s)', async (...way) => {
		for (let killAt = 1; sandbox.requests.of('b2bCompanyFind').length < 2; killAt++) {
			expect(killAt).toBeLessThan(40);
			sandbox.reset();
			forgetProcessed();
			await enrich(way, { killAt });
		}
		expect(submitted()).toEqual([]);
		await comeOut(way);
	});
});
