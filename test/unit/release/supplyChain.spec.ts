import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What a scorecard of the supply chain asks of a repository, as far as its workflows tell. */

interface Job {
	readonly permissions?: Readonly<Record<string, string>>;
	readonly needs?: string;
	readonly steps: ReadonlyArray<{
		readonly uses?: string;
		readonly run?: string;
		readonly with?: Readonly<Record<string, unknown>>;
	}>;
}
interface Workflow {
	readonly on: Readonly<Record<string, unknown>>;
	readonly permissions: Readonly<Record<string, string>>;
	readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = '.github/workflows';
const workflows = readdirSync(FOLDER).map((name) => ({
	name,
	text: readFileSync(`${FOLDER}/${name}`, 'utf8'),
}));

it.each(workflows)('$name is pinned, may only read, and has no secret and no text of others', ({ text }) => {
	const { on, permissions, jobs } = parse(text) as Workflow;
	expect(text).not.toMatch(/^\s*- uses: (?![\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$)/m);
	expect(permissions).toEqual({ contents: 'read' });
	expect(text).not.toMatch(/\bsecrets\b|NODE_AUTH_TOKEN|NPM_TOKEN/);
	expect(Object.keys(on).filter((event) => /^(pull_request_target|workflow_run)$/.test(event))).toEqual([]);
	for (const { uses = '', run = '', with: given } of Object.values(jobs).flatMap(({ steps }) => steps)) {
		expect(run).not.toContain('${{');
		if (uses.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
	}
});

it('one job alone may prove who it is: it publishes, with provenance, what was checked', () => {
	const jobs = workflows.flatMap(({ text }) => Object.entries((parse(text) as Workflow).jobs));
	const [[name, { permissions, needs, steps }], ...others] = jobs.filter(([, job]) => job.permissions);
	expect([name, permissions, needs, others]).toEqual([
		'publish',
		{ contents: 'read', 'id-token': 'write' },
		'check',
		[],
	]);
	expect(steps.map(({ run }) => run)).toContain('npm publish --provenance --access public');
	const check = jobs
		.find(([own]) => own === 'check')?.[1]
		.steps.map(({ run }) => run)
		.join('\n');
	expect(check).toMatch(/release:check -- --publish/);
	expect(check).toMatch(/"\$TAG" = .*version/);
});
