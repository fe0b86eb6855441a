import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What a scorecard of the supply chain asks of a repository, as far as its workflows tell. */

interface Job {
	readonly permissions?: Readonly<Record<string, string>>;
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
