import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'flatted';

import type { Download, LoggedRequest } from '../../sandbox';
import { ALL } from '../support/allOperations';
import { ensureInstalled } from '../../tools/host/install/install';
import { startElsewhere } from '../support/elsewhere';
import { make } from '../support/made';
import { Drive } from './leaks/drive';
import {
	cellsOf,
	filesOf,
	isBinaryData,
	isDatabase,
	unaskedIn,
	unaskedInCell,
	type Cell,
} from './leaks/places';
import { plansOf, troublesOf, type Plan, type Trouble } from './leaks/plans';
import { formsOf, keyIn, KnownPersons, type Leak, type Place } from './leaks/secrets';
import { isOlder } from './older';
import { useOwnStack } from './ownStack';
import { announceUndocumented } from '../support/document/watch';

/**
 * A known key and known persons run through every operation and every fault in a real n8n that logs all it
 * can. Afterwards everything that n8n has kept or shown is looked through.
 */

const isLong = process.env.npm_lifecycle_event === 'leaks';
const DRIVE_MS = isLong ? 60 * 60_000 : 240_000;
/** Written differently by each way to encode it. */
const KEY = 'Kq7/leak+probe=42?Zz>9w';
const FORMS = formsOf(KEY);
const PERSONS = 200;
/** So that in a short run no answer of a held call is lost, after which the node waits for a minute. */
const FIRST_SHIFT = 4;
/** Operations that troubles of the whole service concern. */
const SETTLED = /^(enrich|enrichNow|createPersonJob)$/;

const stack = useOwnStack({
	sandbox: {
		apiKey: KEY,
		persons: PERSONS,
		companies: PERSONS,
		speed: 20,
		jobSeconds: 1,
		keepRequests: 100_000,
	},
	// n8n 1.x itself logs at debug with what the service has refused the test of a credential.
	env: {
		N8N_LOG_LEVEL: isOlder ? 'info' : 'debug',
		N8N_LOG_OUTPUT: 'console,file',
		N8N_LOG_FILE_COUNT_MAX: '100',
	},
});

const drive = new Drive(stack);
let known: KnownPersons;
let requests: readonly LoggedRequest[];
let downloads: readonly Download[];
let log: string;
let files: readonly Place[];
let cells: readonly Cell[];
let ran: readonly string[];

beforeAll(async () => {
	const elsewhere = await startElsewhere();
	const { sandbox } = stack;
	sandbox.set({ batchMinimumSeconds: 0, intelSeconds: 1 });
	const indices = Array.from({ length: PERSONS }, (_, i) => i);
	known = new KnownPersons(
		indices.map((i) => sandbox.persons.cpf(i)),
		indices.slice(0, 10).map((i) => `5190000000${i}`),
		indices.map((i) => sandbox.persons.name(i)),
	);
	await drive.prepare();
	const made = await make(sandbox);
	const plans = plansOf(sandbox, made);
	ran = plans.map(({ resource, operation }) => `${resource}.${operation}`);
	const troubles = troublesOf(sandbox, `http://127.0.0.1:${elsewhere.port}/`);
	const [none, ...bad] = troubles;
	const ofOne = bad.filter(({ fault }) => fault !== undefined);
	const withOne = (some: readonly Plan[], trouble: Trouble) => some.map((plan) => [plan, trouble] as const);
	await drive.round(withOne(plans, none));
	for (const name of ['none', 'echo 400', 'redirect 301']) {
		await drive.openEditor(troubles.find((trouble) => trouble.name === name) ?? none);
	}
	// In a long run every operation meets every trouble, in a short one each of them one.
	for (let shift = 0; shift < (isLong ? ofOne.length : 1); shift++) {
		const pairs = plans.map((plan, i) => [plan, ofOne[(i + FIRST_SHIFT + shift) % ofOne.length]] as const);
		await drive.round(pairs);
	}
	const settled = isLong ? plans : plans.filter(({ operation }) => SETTLED.test(operation));
	for (const trouble of bad.filter(({ settings }) => settings !== undefined)) {
		await drive.round(withOne(settled, trouble));
	}
	await drive.takeEvents(made);
	requests = sandbox.requests.all;
	downloads = sandbox.requests.downloads;
	log = stack.n8n.log();
	await stack.n8n.stop();
	files = filesOf(stack.home);
	cells = cellsOf(await ensureInstalled(), stack.home);
	await elsewhere.close();
}, DRIVE_MS);

const keyInAll = (places: readonly Place[]): Leak[] => places.flatMap((place) => keyIn(FORMS, place));
/** Each once: the same message stands in many executions. */
const once = (leaks: readonly Leak[]): string[] =>
	[...new Set(leaks.map(({ where, what }) => `${where}: ${what}`))].slice(0, 40);

/** All of a request but its Authorization header. */
const sent = ({ id, path, query, headers, body }: LoggedRequest): Place => ({
	where: `request ${id}`,
	text: JSON.stringify([path, query, headers, body]),
});

it('has run every operation', () => {
	// By a credential whose address is wrong.
	announceUndocumented('*', 'path');
	const all = ALL.map(([name]) => name);
	expect([...ran].sort()).toEqual(all.sort());
	// Each without troubles and with one, and some more.
	expect(drive.executions.length).toBeGreaterThan(2 * all.length);
});

describe('the key', () => {
	it('is in no file of n8n: database, logs, data', () => {
		expect(files.filter(isDatabase).length).toBeGreaterThan(0);
		expect(files.some(({ where }) => where.endsWith('.log'))).toBe(true);
		expect(once(keyInAll(files))).toEqual([]);
		expect(once(keyInAll(cells))).toEqual([]);
		expect(once(keyInAll([{ where: 'output of the process', text: log }]))).toEqual([]);
	});

	it('is in no execution, message or answer of n8n', () => {
		const shown = drive.executions.map(([where, execution]) => ({ where, text: JSON.stringify(execution) }));
		expect(once(keyInAll(shown))).toEqual([]);
		expect(once(keyInAll(drive.panels))).toEqual([]);
	});

	it('goes to the service in its header alone, and nowhere with a file', () => {
		expect(requests.some(({ keyAccepted }) => keyAccepted)).toBe(true);
		expect(once(keyInAll(requests.map(sent)))).toEqual([]);
		expect(downloads.filter(({ keySent }) => keySent)).toEqual([]);
	});
});

describe('personal data', () => {
	it('is in no line of a log', () => {
		const logs = files.filter((file) => !isDatabase(file) && !isBinaryData(file));
		expect(logs.length).toBeGreaterThan(1);
		expect(once(logs.flatMap((place) => known.find(place)))).toEqual([]);
		expect(once(known.find({ where: 'output of the process', text: log }))).toEqual([]);
	});

	it('is in the database only as items', () => {
		expect(once(cells.flatMap((cell) => unaskedInCell(known, cell)))).toEqual([]);
	});

	it('is in no message of an execution, nor in one of the editor', () => {
		const shown = drive.executions.flatMap(([where, { stored }]) =>
			unaskedIn(known, { where, text: stored }),
		);
		expect(once(shown)).toEqual([]);
		expect(once(drive.panels.flatMap((place) => known.find(place)))).toEqual([]);
	});

	it('goes to the service only where its interface takes it', () => {
		const strays = requests.flatMap(({ endpoint, path, query, headers, body }) => {
			const otherQuery = Object.entries(query).filter(([name]) => name !== 'cpf');
			const takesDocuments = endpoint === 'layoutEnrichmentCreate' || endpoint === 'personGet';
			const place = {
				where: String(endpoint),
				text: JSON.stringify([path, otherQuery, headers, takesDocuments ? '' : body]),
			};
			return known.cpfsIn(place);
		});
		expect(once(strays)).toEqual([]);
	});
});

it('finds what is planted: in a file, a hint, an error, a mark, a failed item, whatever its form', () => {
	const [cpf, name] = [stack.sandbox.persons.cpf(3), stack.sandbox.persons.name(3)];
	const file = join(stack.home, '.n8n', 'planted.log');
	writeFileSync(
		file,
		`Authorization: ${Buffer.from(`Token ${KEY}`).toString('base64')}\n{"name":"${name}"}\n`,
	);
	const planted = filesOf(stack.home).filter(({ where }) => where.endsWith('planted.log'));
	expect(keyInAll(planted)).toHaveLength(1);
	expect(planted.flatMap((place) => known.find(place)).map(({ what }) => what)).toEqual([name]);
	expect(keyInAll([sent({ ...requests[0], query: { token: encodeURIComponent(KEY) } })])).toHaveLength(1);

	const [row] = cells.filter(({ table, column }) => table === 'execution_data' && column === 'data');
	const items = [{ json: { cpf, name } }, { json: { cpf, error: `no ${cpf}` } }];
	const task = { hints: [{ message: cpf }], error: { description: `for ${name}` }, data: { main: [items] } };
	const execution = {
		resultData: { pinData: { Start: [{ json: { cpf } }] }, runData: { Node: [task] } },
		executionData: { contextData: { 'node:Node': { [cpf]: true } } },
	};
	const found = unaskedInCell(known, { ...row, where: 'x', text: stringify(execution) });
	expect(found.map(({ where }) => where).sort()).toEqual([
		'x: executionData.contextData.node:Node, a name',
		'x: resultData.runData.Node.0.data.main.0.1.json.error',
		'x: resultData.runData.Node.0.error.description',
		'x: resultData.runData.Node.0.hints.0.message',
	]);
});
