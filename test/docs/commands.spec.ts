import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { npmEnvironment } from '../../tools/host/processes/environment';
import { startGroup, type GroupOptions } from '../../tools/host/processes/processGroup';
import { userDocuments } from '../../tools/text/documents';
import { documentedCommands } from './commands';
import { CHECKOUT, copyCheckout } from './copy';

/** Every command that a document names is run as it stands there, in a copy of the checkout. */

interface Proof {
	/** What is run instead, where the command holds a place for a file, or takes too long as it is. */
	readonly as?: string;
	readonly env?: NodeJS.ProcessEnv;
	/** What it says when it has done its work. */
	readonly says: RegExp;
	/** Its exit code; by default 0. */
	readonly code?: number;
	/** Whether it goes on until Ctrl-C. */
	readonly stays?: true;
}

/** Specs are found, by the names of projects that exist: `npm test` runs them anyway. */
const specsOf = (command: string): Proof => ({ as: `${command} --listTests`, says: /\.spec\.ts/ });

const PROOFS: Readonly<Record<string, Proof>> = {
	'npm start': { as: 'npm start -- --port 0 --sandbox-port 0', says: /Ctrl-C stops everything/, stays: true },
	'npm start -- --once': {
		as: 'npm start -- --once --port 0 --sandbox-port 0',
		says: /The demo workflow ran: success/,
	},
	// Its tests are part of `npm test`; lint and types beside them are run.
	'npm run test:fast': { as: 'npm run test:fast -- --listTests', says: /ok {5}lint/ },
	'npx jest --selectProjects unit properties sandbox node': specsOf(
		'npx jest --selectProjects unit properties sandbox node',
	),
	'npx jest --selectProjects n8n': specsOf('npx jest --selectProjects n8n'),
	'npx jest --selectProjects editor': specsOf('npx jest --selectProjects editor'),
	'npm run screenshots': specsOf(
		'npx jest --selectProjects editor --testPathPatterns editor/editor editor/pictures editor/newcomer editor/start editor/templates',
	),
	'npm run test:queue': specsOf('npx jest --selectProjects queue'),
	// `npm test` runs the others anyway.
	'npm run properties': {
		as: 'npm run properties -- --testPathPatterns properties/answers properties/money',
		env: { PROPERTY_RUNS: '5' },
		says: /Tests: +\d+ passed/,
	},
	// All areas take hours; a wrong name is refused with its usage.
	'npm run mutate': { as: 'npm run mutate -- --help', says: /Usage: npm run mutate/, code: 2 },
	'npm run chaos': { env: { CHAOS_RUNS: '5' }, says: /Tests: +\d+ passed/ },
	'npm run leaks': specsOf('npx jest --selectProjects n8n --testPathPatterns n8n/leaks'),
	'npm run soak': specsOf('npx jest --selectProjects soak'),
	'npm run floods': specsOf('npx jest --selectProjects floods'),
	// The specs that it runs are part of `npm test`.
	'npm run fuzz': specsOf('npx jest --selectProjects fuzz'),
	'npm run sandbox': { says: /http:\/\/127\.0\.0\.1:\d+/, stays: true },
	'npm run sandbox -- --port 8080 --clock real --latency 0': {
		says: /http:\/\/127\.0\.0\.1:8080/,
		stays: true,
	},
	// Even its quick form takes minutes.
	'npm run bench': { as: 'npm run bench -- --help', says: /--quick/ },
	'npm run release:check': { says: /to set repository/ },
	'npm run docs': { says: /^/ },
	'npm run openapi:compare -- <file>': {
		as: 'npm run openapi:compare -- docs/openapi.yaml',
		says: /no difference/i,
	},
	'npm run openapi:compare -- <arquivo>': {
		as: 'npm run openapi:compare -- docs/openapi.json',
		says: /no difference/i,
	},
	'npm run openapi:compare -- service.yaml --chatapp WORD --url-social WORD --spreadsheet WORD': {
		says: /difference/i,
		// The words given are not those of the file.
		code: 1,
	},
	'npm run build': { says: /Finished 'default'/ },
};

/** What a clean clone is checked with, and the programs that are installed for it. */
const CI = readFileSync(join(CHECKOUT, '.ci/run'), 'utf8');

/** What runs each night. */
const NIGHTLY = readFileSync(join(CHECKOUT, '.github/workflows/nightly.yml'), 'utf8');

let folder: string;
beforeAll(async () => {
	folder = await copyCheckout();
	cpSync(join(folder, 'docs/openapi.yaml'), join(folder, 'service.yaml'));
});

/** Runs a command as a shell would; returns what it wrote, once it has ended or said what is awaited. */
async function run(command: string, { env, says, stays }: Proof): Promise<{ said: string; code?: number }> {
	let reached: () => void;
	const saidIt = new Promise<void>((resolve) => {
		reached = resolve;
	});
	const options: GroupOptions = {
		cwd: folder,
		env: npmEnvironment(env),
		graceMs: 20_000,
		onLine: (line) => {
			if (says.test(line)) reached();
		},
	};
	const [program, ...args] = command.split(' ');
	const group = startGroup(program, args, options);
	await Promise.race([group.ended, ...(stays === true ? [saidIt] : [])]);
	const said = (): string => group.lines().join('\n');
	if (stays !== true) return { said: said(), code: group.exit?.code ?? undefined };
	expect(group.exit).toBeUndefined();
	await group.stop();
	return { said: said() };
}

const commands = [...documentedCommands()].map(([command, places]) => ({
	command,
	places: places.join(', '),
}));
/** What a clean clone is checked with, or what runs each night. */
const isWhole = (command: string): boolean =>
	/^npm ci && npm (start|test)$|^npm test$|^npm run test:(nightly|compatibility)$/.test(command);
const programsOf = (command: string): string | undefined => /^apt-get install (.+)$/.exec(command)?.[1];

it('knows every command of the documents, and no other', () => {
	const known = commands
		.map(({ command }) => command)
		.filter((c) => !isWhole(c) && programsOf(c) === undefined);
	expect(known.sort()).toEqual(Object.keys(PROOFS).sort());
	expect(commands.length).toBeGreaterThan(15);
});

describe.each(commands)('`$command` of $places', ({ command }) => {
	const proof = PROOFS[command] as Proof | undefined;
	const programs = programsOf(command);
	if (isWhole(command)) {
		it('is run on a clean clone, at each change or each night', () => {
			expect(CI).toMatch(/^npm ci && npm test$/m);
			expect(NIGHTLY).toMatch(/npm ci && npm run test:nightly$/m);
		});
	} else if (programs !== undefined) {
		it('names programs that the workflow of each night installs', () => {
			for (const program of programs.split(' ')) expect(NIGHTLY).toContain(program);
		});
	} else if (proof !== undefined) {
		it('does what it is named for', async () => {
			const { said, code } = await run(proof.as ?? command, proof);
			expect(said).toMatch(proof.says);
			if (proof.stays !== true) expect({ code, said }).toMatchObject({ code: proof.code ?? 0 });
		});
	}
});

it('`npm run docs` has written what stands in the checkout', () => {
	const written = ['docs/openapi.json', 'docs/openapi.yaml', ...userDocuments()];
	for (const path of written) {
		expect(readFileSync(join(folder, path), 'utf8')).toBe(readFileSync(join(CHECKOUT, path), 'utf8'));
	}
});
