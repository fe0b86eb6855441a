import fc from 'fast-check';
import groupBy from 'lodash/groupBy';

import { ASSUMED_AUTOCOMPLETE_KINDS, AUTOCOMPLETE_KINDS } from '../../contract/model/vocabularies';
import type { Schema } from '../../contract/model/schema';
import { startSandbox, type Sandbox } from '../../sandbox';
import { isObject } from '../../tools/openapi/differences';
import { ApiDocument, type Documented } from '../support/document/document';
import { problemsOf, refusedWith, type SentCall } from '../support/document/problems';
import { validCall, written, type Call, type Known } from '../support/document/validCalls';
import { changedCalls, type Changed } from '../support/document/wrongCalls';
import { holdsOverHttp } from './holds';

/**
 * The sandbox and the OpenAPI document say the same: of each operation, calls that the document allows are taken
 * and answered as it says, and the same calls with one thing wrong are refused as it says, at no cost.
 */

const document = new ApiDocument();

let sandbox: Sandbox;
/** IDs that exist, by the name of the field that takes them, and what the searches are known by. */
let existing: Readonly<Record<string, string | number>>;

beforeAll(async () => {
	// Where sources differ on what the service takes, the document has one of the readings.
	sandbox = await startSandbox({
		clock: 'manual',
		persons: 300,
		companies: 100,
		emptyTerm: 'answered',
		webhookProbe: 'none',
	});
});
beforeEach(async () => {
	sandbox.reset();
	existing = await begun();
});
afterAll(async () => await sandbox.close());

interface Answer {
	readonly status: number;
	readonly isPage: boolean;
	readonly body: unknown;
}

async function send({ method, path, query, headers, text }: SentCall): Promise<Answer> {
	const url = new URL(`${new URL(sandbox.baseUrl).origin}${path}`);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	const sent = Object.entries(headers).filter(
		(header): header is [string, string] => header[1] !== undefined,
	);
	const body = text === '' ? undefined : text;
	const response = await fetch(url, { method, headers: sent, body, redirect: 'manual' });
	const answered = await response.text();
	const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
	return { status: response.status, isPage, body: isPage ? answered : JSON.parse(answered) };
}

/** Two searches, a batch and two jobs that are done. */
async function begun(): Promise<typeof existing> {
	const post = async (path: string, sent: object): Promise<Record<string, string | number>> => {
		const headers = { authorization: `Token ${sandbox.apiKey}`, 'content-type': 'application/json' };
		const call = { method: 'POST', path: `/v1${path}`, query: {}, headers, text: JSON.stringify(sent) };
		return (await send(call)).body as Record<string, string | number>;
	};
	const file = Buffer.from(sandbox.persons.cpf(1)).toString('base64');
	const persons = await post('/b2b/persons/', { filtros_pessoa: { estados: ['SP'] } });
	const companies = await post('/b2b/companies/', { filtros_empresa: { estados: ['SP'] } });
	const batch = await post('/b2b/persons/enrich/bulk', { contatos: [{ id_pessoa: sandbox.persons.id(1) }] });
	const job = await post('/persons/prospect/', { export: true, name: 'a', quantity: 1, states: ['SP'] });
	const layout = await post('/enrichment/', { name: 'a', layout_id: 1, file });
	await sandbox.clock.advance(60_000);
	return {
		id_processamento: batch.id_processamento,
		job_id: job.id,
		id: layout.id,
		'key of /b2b/persons/': persons.chave_cache,
		'total of /b2b/persons/': persons.total,
		'key of /b2b/companies/': companies.chave_cache,
		'total of /b2b/companies/': companies.total,
	};
}

const record = fc.integer({ min: 0, max: 99 });
/** One of the sandbox's records or anything else. */
const either = (of: (i: number) => string | number, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
	fc.oneof(record.map(of), other);
const exists = (name: string): fc.Arbitrary<unknown> => fc.constant(name).map(() => existing[name]);
const id = fc.integer({ min: 1 });

const knownAt = (path: string): Known => ({
	chave_cache: exists(`key of ${path}`),
	total_cacheado: exists(`total of ${path}`),
	cpf: either((i) => sandbox.persons.cpf(i), fc.string()),
	cnpj: either((i) => sandbox.companies.cnpj(i), fc.string()),
	document: either((i) => sandbox.companies.cnpj(i), fc.string()),
	url_social: either((i) => sandbox.companies.socialUrl(i), fc.string()),
	id_pessoa: either((i) => sandbox.persons.id(i), id),
	id_empresa: either((i) => sandbox.companies.id(i), id),
	name: either(() => 'Synthetic', fc.string({ minLength: 1 })),
	id_processamento: fc.oneof(exists('id_processamento'), fc.stringMatching(/^\w{1,20}$/)),
	job_id: fc.oneof(exists('job_id'), id),
	id: fc.oneof(exists('id'), id),
	url_webhook: fc.constant('https://n8n.example/webhook'),
	callback_url: fc.constant('https://n8n.example/webhook'),
	// Which parameters a layout takes is its own business; these two take none.
	layout_id: fc.constantFrom(1, 2),
	parameters: fc.constant([]),
	file: record.map((i) => Buffer.from(sandbox.persons.cpf(i)).toString('base64')),
});

const KINDS = Object.keys({ ...AUTOCOMPLETE_KINDS, ...ASSUMED_AUTOCOMPLETE_KINDS });

/** Sources contradict each other on the form of autocomplete, of which the service knows one. */
function takeFormOf({ path, query }: SentCall): void {
	if (!path.endsWith('/b2b/search/')) return;
	sandbox.set({ autocompleteForm: KINDS.some((name) => name in query) ? 'kind' : 'termAndField' });
}

/** What is not known is null in an answer, wherever it stands. */
const withoutNulls = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value), (_, inner: unknown) => inner ?? undefined);

/** Of several forms of an answer, those that name most of what is in it: no field of an answer is required. */
function formsOf(schema: Schema, body: unknown): readonly Schema[] {
	const { anyOf, type } = schema;
	if (anyOf === undefined || type !== undefined || !isObject(body)) return [schema];
	const strange = ({ properties = {} }: Schema): number =>
		Object.keys(body).filter((name) => !Object.hasOwn(properties, name)).length;
	const least = Math.min(...anyOf.map(strange));
	return anyOf.filter((form) => strange(form) === least);
}

const unfit = (operation: Documented, { status, body }: Answer): unknown => {
	const schema = document.answer(operation, status);
	if (schema === undefined) return `no answer with ${status} is in the document`;
	const known = withoutNulls(body);
	const complaints = formsOf(schema, known).map((form) => document.complaints(form, known));
	return complaints.find((each) => each.length === 0) ?? complaints;
};

/** What is taken is answered, or it is about nothing that exists. */
async function isTaken(operation: Documented, sent: SentCall): Promise<void> {
	takeFormOf(sent);
	const answer = await send(sent);
	expect([200, 202, 404]).toContain(answer.status);
	expect(unfit(operation, answer)).toEqual([]);
}

/** What is refused costs nothing and says so as the document has it. */
async function isRefused(operation: Documented, { change, sent }: Changed): Promise<void> {
	takeFormOf(sent);
	const before = sandbox.ledger.charged();
	const problems = problemsOf(document, sent);
	const answer = await send(sent);
	expect([change, answer.status]).toEqual([change, refusedWith(problems)]);
	expect(sandbox.ledger.charged()).toBe(before);
	const [{ part }] = problems.filter(({ isRefused: refused }) => refused);
	expect(answer.isPage).toBe(part === 'path' || part === 'slash');
	// The document has no answers of what is no operation of it.
	if (!['path', 'slash', 'method'].includes(part)) expect(unfit(operation, answer)).toEqual([]);
}

/**
 * Changes of a call that the document allows, or does not, of some kinds: a kind is as likely as another, however
 * many places it has in the call. Of a kind with none that fits, the next one's.
 */
function changesOf(
	operation: Documented,
	call: Call,
	{ from, kinds, isAllowed }: { readonly from: number; readonly kinds: number; readonly isAllowed: boolean },
): readonly Changed[] {
	const byKind = Object.values(
		groupBy(changedCalls(operation, call, sandbox.apiKey), ({ change }) => change.split(': ').at(-1)),
	);
	const turned = <T>(list: readonly T[], start: number): readonly T[] => [
		...list.slice(start % list.length),
		...list.slice(0, start % list.length),
	];
	const isFitting = ({ sent }: Changed): boolean =>
		(refusedWith(problemsOf(document, sent)) === undefined) === isAllowed;
	const next = Array.from({ length: kinds }, (_, nth) =>
		turned(byKind, from + Math.floor((nth * byKind.length) / kinds))
			.flatMap((changes) => turned(changes, Math.floor(from / byKind.length)))
			.find(isFitting),
	);
	return [...new Set(next)].filter((changed) => changed !== undefined);
}

/** Any place among the changes; small numbers are no likelier than others. */
const place = fc.noBias(fc.nat());

describe.each(document.operations)('$name', (operation) => {
	const { name } = operation;
	const calls = validCall(document, operation, knownAt(operation.path));

	holdsOverHttp(`${name} takes what the document allows`, calls, async (call) => {
		const sent = written(operation, call, sandbox.apiKey);
		expect(refusedWith(problemsOf(document, sent))).toBeUndefined();
		await isTaken(operation, sent);
	});

	holdsOverHttp(`${name} takes what the document lets pass`, calls, place, async (call, from) => {
		const [changed] = changesOf(operation, call, { from, kinds: 1, isAllowed: true });
		if (changed) await isTaken(operation, changed.sent);
	});

	holdsOverHttp(`${name} refuses one thing wrong, at no cost`, calls, place, async (call, from) => {
		const changes = changesOf(operation, call, { from, kinds: 3, isAllowed: false });
		expect(changes.length).toBeGreaterThan(0);
		for (const changed of changes) await isRefused(operation, changed);
	});
});
