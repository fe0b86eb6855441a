import type { DeduplicationScope, IDataObject, IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { keyedHash } from '../../core/base/fingerprint';

/** What changes n8n's store. */
export const STORE_CALLS = ['checkProcessedAndRecord', 'removeProcessed', 'clearAllProcessedItems'] as const;

/** A run that uses the store. */
export interface StoreRun {
	readonly execution?: string;
	readonly mode?: WorkflowExecuteMode;
	readonly node?: string;
	/** The turn of the node within its execution. */
	readonly turn?: number;
	/** What is kept with its execution. */
	readonly state?: IDataObject;
}

/**
 * n8n's store of processed entries, as one node and its workflow see it: two sets, which all of their executions share.
 * Time passes only where the package waits.
 */
export class EntrySets {
	private readonly sets: Readonly<Record<DeduplicationScope, Set<string>>> = {
		node: new Set(),
		workflow: new Set(),
	};
	/** What was asked of the store, in order. */
	readonly calls: Array<{ readonly what: 'add' | 'remove'; readonly scope: string; readonly count: number }> =
		[];
	readonly hints: string[] = [];
	/** What the runs have written into the log of n8n. */
	readonly logged: string[] = [];
	/** What happens in each wait; the first is taken out. */
	readonly meanwhile: Array<() => unknown> = [];
	/** Errors of the next calls that change something. */
	readonly failures: Array<Error | undefined> = [];
	/** Errors of the next calls that add something, told once n8n has stored it. */
	readonly lateFailures: Array<Error | undefined> = [];
	now = 1_000_000 * 60 * 60_000;

	/** Makes the clock of the package that of this store, until mocks are restored. */
	start(): this {
		jest.spyOn(clock, 'now').mockImplementation(() => this.now);
		jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
			this.now += ms;
			await this.meanwhile.shift()?.();
		});
		return this;
	}

	/** Whether an entry stands. */
	has(scope: DeduplicationScope, entry: string): boolean {
		return this.sets[scope].has(hidden(entry));
	}

	size(scope: DeduplicationScope): number {
		return this.sets[scope].size;
	}

	/** Changes a set as another process would. */
	put(scope: DeduplicationScope, ...entries: readonly string[]): void {
		for (const entry of entries) this.sets[scope].add(hidden(entry));
	}

	/** As if another process had read the set now and wrote it when this is called. */
	overwrittenLater(scope: DeduplicationScope, ...more: readonly string[]): () => void {
		const before = [...this.sets[scope], ...more.map(hidden)];
		return () => {
			this.sets[scope].clear();
			for (const entry of before) this.sets[scope].add(entry);
		};
	}

	/** Fills a set with entries of nobody. */
	fill(scope: DeduplicationScope, count: number): void {
		for (let i = 0; i < count; i++) this.sets[scope].add(`other ${i}`);
	}

	/** The context of a run. */
	context({
		execution = '1',
		mode = 'trigger',
		node = 'n',
		turn = 0,
		state = {},
	}: StoreRun = {}): IExecuteFunctions {
		const changed = (what: 'add' | 'remove', scope: string, count: number): void => {
			this.calls.push({ what, scope, count });
			const failure = this.failures.shift();
			if (failure !== undefined) throw failure;
		};
		return {
			getExecutionId: () => execution,
			getMode: () => mode,
			getExecutionCancelSignal: () => undefined,
			getNode: () => ({ id: node, name: 'Node', type: 'node' }),
			getWorkflow: () => ({ id: 'w' }),
			getInstanceId: () => INSTANCE,
			getContext: () => state,
			evaluateExpression: () => turn,
			logger: { info: (message: string) => void this.logged.push(message) },
			addExecutionHints: ({ message }: { readonly message: string }) => void this.hints.push(message),
			helpers: {
				getProcessedDataCount: async (scope: DeduplicationScope) =>
					await Promise.resolve(this.sets[scope].size),
				checkProcessedAndRecord: async (wanted: readonly string[], scope: DeduplicationScope) => {
					changed('add', scope, wanted.length);
					const processed = wanted.filter((entry) => this.sets[scope].has(entry));
					const added = wanted.filter((entry) => !this.sets[scope].has(entry));
					for (const entry of wanted) this.sets[scope].add(entry);
					const failure = this.lateFailures.shift();
					if (failure !== undefined) throw failure;
					return await Promise.resolve({ processed, new: added });
				},
				removeProcessed: async (unwanted: readonly string[], scope: DeduplicationScope) => {
					changed('remove', scope, unwanted.length);
					for (const entry of unwanted) this.sets[scope].delete(entry);
					await Promise.resolve();
				},
				clearAllProcessedItems: async (scope: DeduplicationScope) => {
					changed('remove', scope, this.sets[scope].size);
					await Promise.resolve(this.sets[scope].clear());
				},
			},
		} as unknown as IExecuteFunctions;
	}
}

const INSTANCE = 'instance';
/** An entry as n8n is given it. */
const hidden = (entry: string): string => keyedHash(INSTANCE, entry);
