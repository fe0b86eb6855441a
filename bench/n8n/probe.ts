import { createServer } from 'node:http';
import { type Profiler, Session } from 'node:inspector/promises';
import { createRequire, Module } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Looks into the n8n that is measured: loaded by it before anything else, without a build, so it imports
 * nothing but Node's own modules. It answers over HTTP on the port that stands in its environment.
 */

interface Loader {
	readonly directory: string;
	loadAll(): Promise<void>;
	loadNodeFromFile(path: string, version?: string): void;
	loadCredentialFromFile(path: string): void;
}
interface Exports {
	readonly LazyPackageDirectoryLoader?: { readonly prototype: Loader };
}
type Load = (request: string, ...rest: unknown[]) => unknown;

const LOADER = 'lazy-package-directory-loader';
const READY = 'n8n ready on';
/** Pause between two looks, which are long on a busy machine: they are not to take most of its time. */
const LEAST_PAUSE_MS = 1000;
const PAUSE_PER_LOOK = 3;
const { PROBE_PORT, PROBE_PACKAGE = '', PROBE_WEIGHS } = process.env;
/** Whether memory is looked at around loading: a collection before it makes it take longer. */
const weighs = PROBE_WEIGHS !== undefined;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Memory that is in use, without what only waits to be collected. */
function usedBytes(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

let readyMs: number | undefined;
let loadMs = 0;
let loadBytes = 0;
let isLoading = false;
/** Where n8n has found the package. */
let folder: string | undefined;
let timer: NodeJS.Timeout | undefined;
let samples: Array<{ readonly time: number; readonly bytes: number }> = [];

/** Begins to time a piece of loading, unless it is part of one that is timed; returns what ends it. */
function beginLoading({ directory }: Loader): () => void {
	if (isLoading || !directory.endsWith(PROBE_PACKAGE)) return () => undefined;
	folder = directory;
	isLoading = true;
	const before = weighs ? usedBytes() : 0;
	const began = performance.now();
	return () => {
		loadMs += performance.now() - began;
		if (weighs) loadBytes += usedBytes() - before;
		isLoading = false;
	};
}

/** Notes how long n8n's loader spends on the package, in its turn and later, and what stays in memory of it. */
function observe(prototype: Loader): void {
	const { loadAll, loadNodeFromFile, loadCredentialFromFile } = prototype;
	prototype.loadAll = async function (this: Loader) {
		const end = beginLoading(this);
		await loadAll.call(this);
		end();
	};
	prototype.loadNodeFromFile = function (this: Loader, ...args) {
		const end = beginLoading(this);
		loadNodeFromFile.apply(this, args);
		end();
	};
	prototype.loadCredentialFromFile = function (this: Loader, ...args) {
		const end = beginLoading(this);
		loadCredentialFromFile.apply(this, args);
		end();
	};
}

const modules = Module as unknown as { _load: Load };
const load = modules._load;
modules._load = function (this: unknown, request, ...rest) {
	const exported = load.call(this, request, ...rest);
	const loader = request.endsWith(LOADER) ? (exported as Exports).LazyPackageDirectoryLoader : undefined;
	if (loader !== undefined) {
		observe(loader.prototype);
		modules._load = load;
	}
	return exported;
};

const write = process.stdout.write.bind(process.stdout) as (...written: unknown[]) => boolean;
process.stdout.write = ((...written: unknown[]) => {
	if (String(written[0]).includes(READY)) readyMs ??= performance.now();
	return write(...written);
}) as typeof process.stdout.write;

/** Looks at the memory in use, again and again. */
function watch(): void {
	const began = performance.now();
	samples.push({ time: Date.now(), bytes: usedBytes() });
	timer = setTimeout(watch, Math.max(LEAST_PAUSE_MS, PAUSE_PER_LOOK * (performance.now() - began)));
}

const session = new Session();
const SAMPLE_US = 500;

/** Whose code a function is, by where it stands. */
const OWNERS: ReadonlyArray<readonly [owner: string, place: RegExp]> = [
	['package', new RegExp(`/node_modules/${PROBE_PACKAGE}/`)],
	['helper', /\/HttpHelper\.node\.js$/],
	['n8n', /\/node_modules\/(n8n[\w-]*|@n8n\/[\w-]+)\/(?!.*\/node_modules\/)/],
	['libraries', /\/node_modules\//],
	['node', /^node:/],
];

function ownerOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string {
	if (functionName === '(garbage collector)') return 'collecting';
	if (functionName === '(idle)') return 'idle';
	return OWNERS.find(([, place]) => place.test(url))?.[0] ?? 'native';
}

/** Milliseconds that each owner's code has run since the profile was begun. */
async function endProfile(): Promise<unknown> {
	const { profile } = await session.post('Profiler.stop');
	session.disconnect();
	const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]));
	const ms: Record<string, number> = {};
	for (const [index, id] of (profile.samples ?? []).entries()) {
		const owner = owners.get(id) ?? 'native';
		ms[owner] = (ms[owner] ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1000;
	}
	return ms;
}

async function beginProfile(): Promise<void> {
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
	await session.post('Profiler.start');
}

interface Manifest {
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
}
type NodeClass = new () => { readonly description: { readonly name: string } };

/** Loads the code of the package's nodes as n8n does when the first of them runs. */
function loadNodes(): unknown {
	if (folder === undefined) return undefined;
	const load = createRequire(join(folder, 'package.json'));
	const { nodes, credentials } = (load('./package.json') as Manifest).n8n;
	const began = performance.now();
	const loaded = [...nodes, ...credentials].map((file) => load(`./${file}`) as Record<string, NodeClass>);
	const requireMs = performance.now() - began;
	const described = loaded
		.slice(0, nodes.length)
		.flatMap((exported) => Object.values(exported))
		.map((one) => new one().description);
	const characters = described.map((description) => [description.name, JSON.stringify(description).length]);
	return { requireMs, characters: Object.fromEntries(characters) as unknown };
}

const answers: Readonly<Record<string, () => unknown>> = {
	'/start': () => ({ readyMs, loadMs, loadBytes, usedBytes: usedBytes() }),
	'/nodes': loadNodes,
	'/profile': beginProfile,
	'/profiled': endProfile,
	'/watch': () => {
		samples = [];
		watch();
	},
	'/watched': () => {
		clearTimeout(timer);
		return samples;
	},
};

// Not in the helpers that n8n starts with the same environment.
if (process.argv.includes('start')) {
	createServer((request, response) => {
		const answered = Promise.resolve(answers[request.url ?? '']?.());
		void answered.then((answer) => response.end(JSON.stringify(answer ?? null)));
	})
		.listen(Number(PROBE_PORT), '127.0.0.1')
		.unref();
}
