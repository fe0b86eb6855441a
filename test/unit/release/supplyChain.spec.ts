import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';

import manifest from '../../../package.json';

/** What a scorecard of the supply chain asks of a repository, as far as its files tell. */

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Step {
	readonly uses?: string;
	readonly run?: string;
	readonly with?: Readonly<Record<string, unknown>>;
	readonly env?: Readonly<Record<string, string>>;
}
interface Job {
	readonly permissions?: Readonly<Record<string, string>>;
	readonly needs?: string;
	readonly 'timeout-minutes'?: number;
	readonly steps: readonly Step[];
}
interface Workflow {
	readonly on: Readonly<Record<string, unknown>>;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = '.github/workflows';
const workflows = readdirSync(join(ROOT, FOLDER)).map((name) => {
	const text = read(join(FOLDER, name));
	return { name, text, workflow: parse(text) as Workflow };
});
const jobs = workflows.flatMap(({ name, workflow }) =>
	Object.entries(workflow.jobs).map(([job, of]) => ({ place: `${name} ${job}`, ...of })),
);
const publish = workflows.find(({ name }) => name === 'publish.yml')?.workflow.jobs.publish;
const stepsOf = (job?: Job): string => (job?.steps ?? []).map(({ run = '' }) => run).join('\n');

it('there are workflows to look at', () => {
	expect(workflows.map(({ name }) => name).sort()).toEqual([
		'ci.yml',
		'newest.yml',
		'nightly.yml',
		'publish.yml',
	]);
	expect(jobs).toHaveLength(6);
});

it('actions are pinned by commit, with the release beside it', () => {
	const used = workflows.flatMap(({ text }) =>
		[...text.matchAll(/^\s*- uses: (.+)$/gm)].map(([, what]) => what),
	);
	expect(used.length).toBeGreaterThan(5);
	expect(used.filter((what) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([]);
});

it('a workflow may read, and only the job that publishes may also prove who it is', () => {
	for (const { name, workflow } of workflows) {
		expect([name, workflow.permissions]).toEqual([name, { contents: 'read' }]);
	}
	const more = jobs.filter(({ permissions }) => permissions !== undefined);
	expect(more.map(({ place, permissions }) => [place, permissions])).toEqual([
		['publish.yml publish', { contents: 'read', 'id-token': 'write' }],
	]);
});

it('no secret is used, and nothing that others write gets into a command', () => {
	for (const { name, text, workflow } of workflows) {
		expect([name, /\bsecrets\b|NODE_AUTH_TOKEN|NPM_TOKEN/.test(text)]).toEqual([name, false]);
		expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
		expect(Object.keys(workflow.on)).not.toContain('workflow_run');
	}
	const steps = jobs.flatMap((job) => job.steps);
	expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
	const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
	expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
});

it('every job ends by itself, and installs what the lockfile says, without scripts of others', () => {
	for (const { place, steps, 'timeout-minutes': minutes } of jobs) {
		expect([place, minutes !== undefined && minutes <= 90]).toEqual([place, true]);
		const commands = steps.map(({ run = '' }) => run).join('\n');
		expect([place, /\bnpm ci\b/.test(commands)]).toEqual([place, true]);
		expect(commands).not.toMatch(/npm (i|install)\b|\bcurl\b|\bnpx\b/);
	}
	expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

it('it is published without a token that lasts, after the release check, by a Node and npm that can', () => {
	expect(publish?.needs).toBe('check');
	expect(stepsOf(publish)).toMatch(/^npm publish --provenance --access public$/m);
	const check = workflows.find(({ name }) => name === 'publish.yml')?.workflow.jobs.check;
	expect(stepsOf(check)).toMatch(/release:check -- --publish/);
	expect(stepsOf(check)).toMatch(/"\$TAG" = .*version/);
	const node = publish?.steps.find(({ uses = '' }) => uses.startsWith('actions/setup-node@'))?.with;
	expect(node).toMatchObject({ 'node-version': 24, 'registry-url': 'https://registry.npmjs.org' });
});

it('a bot proposes updates of all that is pinned', () => {
	const { updates } = parse(read('.github/dependabot.yml')) as {
		readonly updates: ReadonlyArray<{ readonly 'package-ecosystem': string; readonly directory: string }>;
	};
	const proposed = updates.map((update) => `${update['package-ecosystem']} ${update.directory}`);
	expect(proposed.sort()).toEqual(['github-actions /', 'npm /', 'npm /test/host', 'npm /test/host-1x']);
});

it('the newest n8n is tested each week', () => {
	const newest = workflows.find(({ name }) => name === 'newest.yml')?.workflow;
	const [{ cron }] = newest?.on.schedule as ReadonlyArray<{ readonly cron: string }>;
	expect(cron).toMatch(/^\d+ \d+ \* \* [0-6]$/);
	expect(stepsOf(newest?.jobs.smoke)).toMatch(/test:compatibility -- newest --smoke/);
});

it('what a pull request changes is held to tests that notice', () => {
	const mutate = workflows.find(({ name }) => name === 'ci.yml')?.workflow.jobs.mutate;
	expect(stepsOf(mutate)).toMatch(/^npm run mutate -- --since HEAD\^1$/m);
});

it('it is told how to report a vulnerability, and for which versions', () => {
	const policy = read('SECURITY.md');
	for (const heading of ['Reporting', 'Supported versions']) {
		expect(policy).toMatch(new RegExp(`^## ${heading}$`, 'm'));
	}
});

it('the changelog tells of each version once, the newest first, by what users notice', () => {
	const [, ...parts] = read('CHANGELOG.md').split(/^## /m);
	const versions = parts.map((part) => part.split('\n', 1)[0]);
	expect(versions[0]).toBe(manifest.version);
	expect(new Set(versions).size).toBe(versions.length);
	const key = (version: string): string =>
		version
			.split('.')
			.map((part) => part.padStart(6, '0'))
			.join('.');
	expect([...versions].sort((a, b) => (key(a) < key(b) ? 1 : -1))).toEqual(versions);
	for (const part of parts) {
		const lines = part
			.split('\n')
			.slice(1)
			.filter((line) => line !== '');
		expect(lines.length).toBeGreaterThan(0);
		expect(lines.filter((line) => !/^- .+[.:]$/.test(line))).toEqual([]);
	}
});
