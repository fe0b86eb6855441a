import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';

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

it('it is published without a token that lasts, after the release check, by a Node and npm that can', () => {
	expect(publish?.needs).toBe('check');
	expect(stepsOf(publish)).toMatch(/^npm publish --provenance --access public$/m);
	const check = workflows.find(({ name }) => name === 'publish.yml')?.workflow.jobs.check;
	expect(stepsOf(check)).toMatch(/release:check -- --publish/);
	expect(stepsOf(check)).toMatch(/"\$TAG" = .*version/);
	const node = publish?.steps.find(({ uses = '' }) => uses.startsWith('actions/setup-node@'))?.with;
	expect(node).toMatchObject({ 'node-version': 24, 'registry-url': 'https://registry.npmjs.org' });
});
