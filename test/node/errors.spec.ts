import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { type Fault, type Sandbox, type Settings } from '../../sandbox';
import { PAGE, redirect } from '../support/chaosCases';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';

/** Looked for in everything that a run leaves behind. */
const MARK = 'recognisable-9f8e7d6c';
const IDEMPOTENT =
	'The call may have been processed and charged. Retry this execution instead of starting a new one: it sends the same idempotency key, so a finished call is not charged again.';
const BLOCKED =
	"No more requests were sent. Wait until the block ends, or ask the account administrator to raise the limit or to exempt this n8n's IP address.";
const KEY_ADVICE =
	"Check the API key in the credential. If the service's message names an IP address, the account administrator must add it to the account's whitelist.";
const REJECTED =
	"Fix what the quoted message reports. If a parameter name or format is wrong, you can override it in 'Advanced (JSON)'.";
const UNREADABLE = "The service's response could not be read: status 200";

interface Case {
	/** Strikes one item only. */
	readonly fault?: Fault;
	/** Or strikes all items. */
	readonly account?: (sandbox: Sandbox) => Partial<Settings> & { readonly credential?: IDataObject };
	/** The connection error that a message ends with, but for its code. */
	readonly message: string | RegExp;
	readonly advice: string;
	/** Requests for one item that fails. */
	readonly requests?: number;
	readonly charged?: number;
	/** Nothing is sent after it. */
	readonly ends?: true;
}

const status = (code: number, body: unknown, more: Partial<Fault> = {}): Fault => ({
	kind: 'status',
	status: code,
	body,
	...more,
});

const CASES: Readonly<Record<string, Case>> = {
	'401, wrong key': {
		account: (from) => ({ credential: { ...credentialFor(from), apiKey: `${MARK}-wrong` } }),
		message:
			'The service did not accept the API key or the IP address of this n8n instance: "Invalid token."',
		advice: KEY_ADVICE,
	},
	'401, address not whitelisted': {
		ends: true,
		fault: status(401, {
			error: { description: 'The IP 127.0.0.1 is not on the whitelist of the account.' },
		}),
		message:
			'The service did not accept the API key or the IP address of this n8n instance: "The IP 127.0.0.1 is not on the whitelist of the account."',
		advice: KEY_ADVICE,
	},
	'402': {
		account: ({ ledger }) => {
			ledger.set('b2b', 0);
			return {};
		},
		message: 'No credits left for the B2B product: "Insufficient B2B credits."',
		advice:
			'The call was not charged. Only the B2B product is out of credits; Account > Get Balance shows the remaining credits of each product.',
	},
	'403': {
		ends: true,
		fault: status(403, { detail: 'Forbidden' }),
		message: 'This part of the service is not enabled for the account: "Forbidden"',
		advice: 'The API key is valid. The account administrator must have this part enabled.',
	},
	'406': {
		ends: true,
		fault: status(406, { error: { description: 'The interface is not released for this account.' } }),
		message:
			'This part of the service is not enabled for the account: "The interface is not released for this account."',
		advice: 'The API key is valid. The account administrator must have this part enabled.',
	},
	'404': {
		fault: status(404, { error: { code: 'not_found', description: 'No company matches.' } }),
		message: 'The service found nothing for this request: "No company matches."',
		advice: 'Check the document, URL or ID. Nothing was charged.',
	},
	'400': {
		fault: status(400, { error: { code: 'no_identifier', description: 'Send an identifier.' } }),
		message: 'The service rejected the request: "Send an identifier."',
		advice: REJECTED,
	},
	'429, no slot': {
		account: () => ({ syncSlots: 0 }),
		message: 'The service had no free slot for a synchronous call: "No slot for synchronous execution."',
		advice:
			'Nothing was charged. Try again in 5 seconds, run fewer calls in parallel, or use the batch operation.',
		requests: 24,
	},
	'429, daily': {
		fault: status(429, { error: { code: 'daily_limit', description: 'Daily limit exceeded.' } }),
		message:
			'The account\'s daily request limit is used up; the service blocks it for 24 hours: "Daily limit exceeded."',
		advice: BLOCKED,
		ends: true,
	},
	'429, monthly': {
		fault: status(429, { message: 'Limite mensal excedido' }),
		message: 'The monthly request limit of the B2B product is used up: "Limite mensal excedido"',
		advice: BLOCKED,
		ends: true,
	},
	'429, says nothing': {
		fault: status(429, ''),
		message: 'The account has reached its daily or monthly request limit',
		advice: `A daily limit blocks the account for 24 hours. ${BLOCKED}`,
		ends: true,
	},
	'5xx': {
		fault: status(500, { error: 'Internal error' }),
		message: 'The service failed with status 500: "Internal error"',
		advice: IDEMPOTENT,
		requests: 3,
	},
	'a page of an error': {
		fault: status(502, PAGE),
		message: 'The service failed with status 502: "Bad Gateway"',
		advice: IDEMPOTENT,
		requests: 3,
	},
	'a page instead of data': {
		fault: status(200, PAGE),
		message: `${UNREADABLE}, a web page instead of data`,
		advice: `Check the base address in the credential (it ends in /v1). ${IDEMPOTENT}`,
		requests: 3,
	},
	'truncated JSON': {
		fault: { kind: 'truncated' },
		message: `${UNREADABLE}, incomplete JSON`,
		advice: IDEMPOTENT,
		requests: 3,
		charged: 1,
	},
	'an empty answer': {
		fault: status(200, ''),
		message: `${UNREADABLE}, an empty response`,
		advice: IDEMPOTENT,
		requests: 3,
	},
	'connection refused': {
		// The discard port: nothing listens there.
		account: (from) => ({ credential: { ...credentialFor(from), baseUrl: 'http://127.0.0.1:9/v1' } }),
		message: /^No connection to the service/,
		advice:
			'Nothing was sent or charged. Check the base address in the credential and the network of this n8n instance.',
		requests: 0,
	},
	'reset before processing': {
		fault: { kind: 'reset', when: 'before' },
		message: /^The connection to the service was lost before a response arrived/,
		advice: IDEMPOTENT,
		requests: 3,
	},
	'reset after processing': {
		fault: { kind: 'reset', when: 'after' },
		message: /^The connection to the service was lost before a response arrived/,
		advice: IDEMPOTENT,
		requests: 3,
		charged: 1,
	},
	'a redirect': {
		ends: true,
		fault: redirect(302, 'https://elsewhere.example/'),
		message: 'The service answered with a redirect or a web page instead of data',
		advice:
			'The redirect was not followed, so the key was not sent anywhere else. Check the base address in the credential (it ends in /v1).',
	},
};

let sandbox: Sandbox;
useSandbox({ apiKey: MARK, persons: 100, companies: 100 }, (started) => {
	sandbox = started;
});

const ids = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ id_empresa: sandbox.companies.id(i), line: i }));

/** Enriches companies one after another and makes sure that the key is nowhere in what came of it. */
async function enrich(
	items: readonly IDataObject[],
	onError: INode['onError'] = 'stopWorkflow',
	credential = credentialFor(sandbox),
	options: IDataObject = {},
): Promise<NodeResult> {
	const result = await runNode({
		credential,
		resource: 'b2bCompany',
		operation: 'enrichCompanyNow',
		parameters: { identifyBy: 'id_empresa', ...placed({ maxConcurrentRequests: 1, ...options }) },
		items,
		settings: { onError },
	});
	expectNoKey(result);
	return result;
}

function expectNoKey(result: NodeResult): void {
	const { stack } = (result.error ?? {}) as Partial<Error>;
	for (const text of [result.stored, JSON.stringify(result), String(stack)]) {
		expect(text).not.toContain(MARK);
	}
}

/** Sets a case up for an item after `skip` calls. */
function setUp({ fault, account, requests = 1 }: Case, skip = 0): IDataObject {
	if (fault !== undefined) sandbox.faults.add({ ...fault, skip, times: requests });
	const { credential, ...settings } = account?.(sandbox) ?? {};
	sandbox.set(settings);
	return credential ?? credentialFor(sandbox);
}

const asShown = (message: string | RegExp): unknown =>
	typeof message === 'string' ? message : expect.stringMatching(message);

describe.each(Object.entries(CASES))('%s', (_, situation) => {
	const { message, advice, account, requests = 1, charged = 0, ends } = situation;

	it('stops the workflow with what happened and what to do', async () => {
		const { error, items } = await enrich(ids(1), 'stopWorkflow', setUp(situation));
		expect(error).toMatchObject({ message: asShown(message), description: advice });
		expect((error as NodeApiError).context.itemIndex).toBe(0);
		expect(items).toEqual([]);
		expect(sandbox.requests.all).toHaveLength(requests);
		expect(sandbox.ledger.charged()).toBe(charged);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'lets the other items come out (%s)',
		async (onError) => {
			const { items, errorItems, error } = await enrich(ids(3), onError, setUp(situation, 1));
			expect(error).toBeUndefined();
			const wanted = account !== undefined ? [0, 1, 2] : ends ? [1, 2] : [1];
			const isFailed = ({ json }: (typeof items)[number]): boolean => json.error !== undefined;
			const [good, bad] = [
				items.filter((item) => !isFailed(item)),
				[...items, ...errorItems].filter(isFailed),
			];
			expect(bad.map(({ pairedItem }) => pairedItem)).toEqual(wanted.map((item) => ({ item })));
			expect(good.map(({ json, pairedItem }) => [json.valor_entrada, pairedItem])).toEqual(
				[0, 1, 2]
					.filter((item) => !wanted.includes(item))
					.map((item) => [String(sandbox.companies.id(item)), { item }]),
			);
			expect(bad[0].json.error).toEqual(asShown(message));
			if (onError === 'continueErrorOutput') expect(items).toHaveLength(good.length);
			expect(sandbox.ledger.charged()).toBe(good.length + charged);
			// The limit is met once; what comes after it is not even sent.
			if (account === undefined) expect(sandbox.requests.all).toHaveLength(requests + good.length);
			if (ends) expect(bad[1].json.error).toMatch(/^Not sent: the run stopped/);
		},
	);
});

describe('a failed item that goes on', () => {
	const bad = CASES['400'];

	it('does not throw away what others were charged for when the workflow is to stop', async () => {
		const { items, error, hints } = await enrich(ids(3), 'stopWorkflow', setUp(bad, 1));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.error !== undefined)).toEqual([false, true, false]);
		expect(hints[0].message).toContain('1 failed');
	});

	it('stops the workflow all the same when the user wants it so', async () => {
		const { items, error } = await enrich(ids(3), 'stopWorkflow', setUp(bad, 1), { ifSomeItemsFail: 'stop' });
		expect(items).toEqual([]);
		expect(error).toMatchObject({ message: bad.message });
		expect((error as NodeApiError).context.itemIndex).toBe(1);
	});
});

describe("the service's words", () => {
	it('are not replaced by n8n for a technical word in them', async () => {
		sandbox.faults.add(status(400, { detail: 'Valor preexistente' }));
		const { error } = await enrich(ids(1));
		expect(error?.message).toBe('The service rejected the request: "Valor preexistente"');
	});

	it('show no CPF, and are read whatever else stands in the answer', async () => {
		const error = { code: 'insufficient_credits', description: 'CPF 123.456.789-09 sem saldo.' };
		sandbox.faults.add(status(400, { error, cpf: 12_345_678_909 }));
		const { error: shown, stored } = await enrich(ids(1));
		expect(shown?.message).toBe('No credits left for the B2B product: "CPF *** sem saldo."');
		expect(stored).not.toMatch(/12345678909|123\.456/);
	});
});

describe('limits of the account', () => {
	it('end the run', async () => {
		sandbox.set({ requestsPerDay: 2 });
		const { items } = await enrich(ids(8), 'continueRegularOutput');
		expect(sandbox.requests.all.map(({ status: answered }) => answered)).toEqual([200, 200, 429]);
		expect(items[2].json.error).toContain('Daily request limit exceeded.');
		for (const { json } of items.slice(3)) {
			expect(json.error).toMatch(/^Not sent: the run stopped/);
		}
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it('keep no item waiting for a turn in which nothing would be sent', async () => {
		sandbox.set({ requestsPerDay: 2 });
		const before = sandbox.clock.now();
		const { items } = await enrich(ids(200), 'continueRegularOutput');
		expect(items).toHaveLength(200);
		// The turns of 200 items, at 30 a minute, would take more than six minutes.
		expect(sandbox.clock.now() - before).toBeLessThan(60_000);
	});
});

describe('free calls', () => {
	const balance = async (credential = credentialFor(sandbox), options: IDataObject = {}) =>
		await runNode({ credential, resource: 'account', operation: 'getBalance', parameters: placed(options) });

	it('are sent again after a failure, each time after a longer wait', async () => {
		sandbox.faults.add(status(503, {}, { times: 3 }));
		const { items, error } = await balance();
		expect(error).toBeUndefined();
		expect(items[0].json).toHaveProperty('balance');
		const times = sandbox.requests.all.map(({ time }) => time - sandbox.requests.all[0].time);
		expect(times).toEqual([0, 1000, 3000, 7000]);
	});
});

describe('a credential that cannot work', () => {
	const wrong: ReadonlyArray<readonly [string, IDataObject, string]> = [
		[
			'no key',
			{ apiKey: '' },
			"The API key is missing. Copy it from your user profile in the service's panel into the credential.",
		],
		['no base address', { baseUrl: ' ' }, 'The base address is missing. Enter it in the credential.'],
		[
			'an address in the clear',
			{ baseUrl: 'http://api.company.com/v1' },
			'The base address in the credential must begin with https://, because the API key is sent to it. Only addresses on this machine may use http.',
		],
		[
			'no URL',
			{ baseUrl: 'company' },
			'The base address in the credential is not a valid URL. Enter a URL such as https://host/v1.',
		],
	];

	it.each(wrong)('ends the node before any request: %s', async (_, changes, message) => {
		const { error } = await enrich(ids(2), 'stopWorkflow', { ...credentialFor(sandbox), ...changes });
		expect(error?.message).toBe(message);
		expect(sandbox.requests.all).toHaveLength(0);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'never lets items pass for good ones (%s)',
		async (onError) => {
			const [, changes, message] = wrong[0];
			const result = await enrich(ids(2), onError, { ...credentialFor(sandbox), ...changes });
			const failed = [...result.items, ...result.errorItems];
			expect(failed.map(({ json }) => json.error)).toEqual([message, message]);
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		},
	);
});

it('lets n8n have its turn between many items that are refused without a call', async () => {
	const slept = jest.mocked(clock.sleep).mock.calls;
	const before = slept.length;
	// The sandbox's clock stands still meanwhile.
	const now = jest.spyOn(clock, 'now').mockImplementation(() => Date.now());
	const { items } = await runNode({
		credential: { ...credentialFor(sandbox), apiKey: `${MARK}-wrong` },
		resource: 'person',
		operation: 'getPerson',
		parameters: { cpf: '={{ $json.cpf }}' },
		settings: { onError: 'continueRegularOutput' },
		items: Array.from({ length: 2000 }, (_, i) => ({ cpf: sandbox.persons.cpf(i) })),
	});
	expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(2000);
	expect(sandbox.requests.all.length).toBeLessThan(10);
	now.mockRestore();
	expect(slept.slice(before).filter(([ms]) => ms === 0).length).toBeGreaterThanOrEqual(2);
});
