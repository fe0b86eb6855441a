import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import type { Fault, Sandbox, Settings } from '../../sandbox';
import { PAGE, redirect } from '../support/chaosCases';
import { credentialFor, type NodeResult } from '../support/harness';
import { until } from '../support/until';
import { useNode } from './support/useNode';

/** What a failed call says and does to the other items. How often calls are sent, contractTable.spec shows. */

/** Looked for in everything that a run leaves behind. */
const MARK = 'recognizable-9f8e7d6c';
const IDEMPOTENT =
	'The call may have been processed and charged. Wait a minute, then run it again within 24 hours: a call that has finished is not charged again.';
const BLOCKED =
	"No more requests were sent. Wait until the block ends, or ask the account administrator to raise the limit or to exempt this n8n's IP address.";
const KEY_ADVICE =
	"Check the API key in the credential. If the service's message names an IP address, the account administrator must add it to the account's whitelist.";
const NOT_ACCEPTED = 'The service did not accept the API key or the IP address of this n8n instance';
const ENABLE = 'The API key is valid. The account administrator must have this part enabled.';
const NOT_ENABLED = 'This part of the service is not enabled for the account';
const UNREADABLE = "The service's response could not be read: status 200";

interface Case {
	/** Strikes one item only. */
	readonly fault?: Fault;
	/** Or strikes all items. */
	readonly account?: (sandbox: Sandbox) => Partial<Settings> & { readonly credential?: IDataObject };
	readonly message: string | RegExp;
	/** What the service says, as it is quoted before the advice. */
	readonly said?: string;
	readonly advice: string;
	/** Requests for one item that fails. */
	readonly requests?: number;
	readonly charged?: number;
	/** Nothing is sent after it. */
	readonly ends?: true;
}

const status = (code: number, body: unknown): Fault => ({ kind: 'status', status: code, body });
const LOST = { advice: IDEMPOTENT, requests: 3 } as const;

const CASES: Readonly<Record<string, Case>> = {
	'401, wrong key': {
		account: (from) => ({ credential: { ...credentialFor(from), apiKey: `${MARK}-wrong` } }),
		message: NOT_ACCEPTED,
		said: 'Invalid token.',
		advice: KEY_ADVICE,
	},
	'401, address not whitelisted': {
		ends: true,
		fault: status(401, {
			error: { description: 'The IP 127.0.0.1 is not on the whitelist of the account.' },
		}),
		message: NOT_ACCEPTED,
		said: 'The IP 127.0.0.1 is not on the whitelist of the account.',
		advice: KEY_ADVICE,
	},
	'402': {
		account: ({ ledger }) => {
			ledger.set('b2b', 0);
			return {};
		},
		message: 'No credits left for the B2B product',
		said: 'Insufficient B2B credits.',
		advice:
			"Nothing was charged. Buy credits, or ask the account administrator. 'Account > Get Balance' shows the remaining credits of each product.",
	},
	'403': {
		ends: true,
		fault: status(403, { detail: 'Forbidden' }),
		message: NOT_ENABLED,
		said: 'Forbidden',
		advice: ENABLE,
	},
	'406': {
		ends: true,
		fault: status(406, { error: { description: 'The interface is not released for this account.' } }),
		message: NOT_ENABLED,
		said: 'The interface is not released for this account.',
		advice: ENABLE,
	},
	'404': {
		fault: status(404, { error: { code: 'not_found', description: 'No company matches.' } }),
		message: 'The service found nothing for this request',
		said: 'No company matches.',
		advice:
			"Check the values of this node and, if every request fails, 'Base Address' in the credential. Nothing was charged.",
	},
	// n8n would replace a message with a technical word such as EEXIST in it.
	'400': {
		fault: status(400, { detail: 'Valor preexistente' }),
		message: 'The service rejected the request',
		said: 'Valor preexistente',
		advice:
			"Check the values that were sent. Where the node has 'Advanced (JSON)', it can override a name or format.",
	},
	'a CPF in the words of the service': {
		fault: status(400, {
			error: { code: 'insufficient_credits', description: 'CPF 123.456.789-09 sem saldo.' },
			cpf: 12_345_678_909,
		}),
		ends: true,
		message: 'No credits left for the B2B product',
		said: 'CPF *** sem saldo.',
		advice:
			"Nothing was charged. Buy credits, or ask the account administrator. 'Account > Get Balance' shows the remaining credits of each product.",
	},
	'429, no slot': {
		account: () => ({ syncSlots: 0 }),
		message: 'The service is answering too many calls of this kind',
		said: 'No slot for synchronous execution.',
		advice:
			"Nothing was charged. Try again in 5 seconds, lower 'Maximum Concurrent Requests' in the credential, or use the batch operation.",
		requests: 24,
	},
	'429, daily': {
		fault: status(429, { error: { code: 'daily_limit', description: 'Daily limit exceeded.' } }),
		message: "The account's daily request limit is used up; the service blocks it for 24 hours",
		said: 'Daily limit exceeded.',
		advice: BLOCKED,
		ends: true,
	},
	'429, monthly': {
		fault: status(429, { message: 'Limite mensal excedido' }),
		message: 'The monthly request limit of the B2B product is used up',
		said: 'Limite mensal excedido',
		advice: BLOCKED,
		ends: true,
	},
	'429, says nothing': {
		fault: status(429, ''),
		message: 'The account has reached a request limit',
		advice: `After many requests at once, a block lasts minutes: try again later, and lower 'Maximum Requests per Minute' in the credential. A daily limit blocks the account for 24 hours. ${BLOCKED}`,
		ends: true,
	},
	'a page of an error': {
		fault: status(502, PAGE),
		message: 'The service answered with status 502',
		said: 'Bad Gateway',
		...LOST,
	},
	'a page instead of data': {
		fault: status(200, PAGE),
		message: `${UNREADABLE}, a web page instead of data`,
		...LOST,
		advice: `Check 'Base Address' in the credential (it ends in /v1). ${IDEMPOTENT}`,
	},
	'truncated JSON': {
		fault: { kind: 'truncated' },
		message: `${UNREADABLE}, incomplete JSON`,
		...LOST,
		charged: 1,
	},
	'an empty answer': { fault: status(200, ''), message: `${UNREADABLE}, an empty response`, ...LOST },
	'connection refused': {
		// The discard port: nothing listens there.
		account: (from) => ({ credential: { ...credentialFor(from), baseUrl: 'http://127.0.0.1:9/v1' } }),
		message: /^No connection to the service/,
		advice:
			"Nothing was sent or charged. Check 'Base Address' in the credential and the network of this n8n instance.",
		requests: 0,
	},
	'reset after processing': {
		fault: { kind: 'reset', when: 'after' },
		message: /^The connection to the service was lost before a response arrived/,
		...LOST,
		charged: 1,
	},
	'a redirect': {
		ends: true,
		fault: redirect(302, 'https://elsewhere.example/'),
		message: 'The service answered with a redirect or a web page instead of data',
		advice:
			"Redirects are not followed, so the key was sent nowhere else. Check 'Base Address' in the credential (it ends in /v1).",
	},
};

const { sandbox, run } = useNode({ apiKey: MARK, persons: 100, companies: 100 });

const ids = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ id_empresa: sandbox.companies.id(i) }));

/** Enriches companies one after another and makes sure that the key and a CPF are nowhere in what came of it. */
async function enrich(
	count: number,
	onError: INode['onError'] = 'stopWorkflow',
	credential = credentialFor(sandbox),
	options: IDataObject = {},
): Promise<NodeResult> {
	const parameters = { identifyBy: 'id_empresa', options: { maxConcurrentRequests: 1, ...options } };
	const result = await run('b2bCompany.enrichCompanyNow', parameters, ids(count), {
		...{ credential, settings: { onError } },
	});
	const { stack } = (result.error ?? {}) as Partial<Error>;
	for (const text of [result.stored, JSON.stringify(result), String(stack)])
		expect(text).not.toMatch(new RegExp(`${MARK}|12345678909|123\\.456`));
	return result;
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
	const { message, said, advice, account, requests = 1, charged = 0, ends } = situation;
	const end = said?.endsWith('.') === true ? '' : '.';
	const description = said === undefined ? advice : `The service says: "${said}"${end} ${advice}`;

	it('stops the workflow with what happened and what to do', async () => {
		const { error, items } = await enrich(1, 'stopWorkflow', setUp(situation));
		expect(error).toMatchObject({ message: asShown(message), description });
		expect((error as NodeApiError).context.itemIndex).toBe(0);
		expect(items).toEqual([]);
		expect([sandbox.requests.all.length, sandbox.ledger.charged()]).toEqual([requests, charged]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'lets the other items come out (%s)',
		async (onError) => {
			const { items, errorItems, error } = await enrich(3, onError, setUp(situation, 1));
			expect(error).toBeUndefined();
			const failing = account !== undefined ? [0, 1, 2] : ends ? [1, 2] : [1];
			const isBad = ({ json }: (typeof items)[number]): boolean => json.error !== undefined;
			const good = items.filter((item) => !isBad(item));
			const bad = [...items, ...errorItems].filter(isBad);
			expect(bad.map(({ pairedItem }) => pairedItem)).toEqual(failing.map((item) => ({ item })));
			expect(good.map(({ json, pairedItem }) => [json.valor_entrada, pairedItem])).toEqual(
				[0, 1, 2]
					.filter((item) => !failing.includes(item))
					.map((item) => [String(sandbox.companies.id(item)), { item }]),
			);
			expect(bad[0].json).toMatchObject({ error: asShown(message), message: description });
			if (onError === 'continueErrorOutput') expect(items).toHaveLength(good.length);
			// The limit is met once; what comes after it is not even sent.
			if (account === undefined) expect(sandbox.requests.all).toHaveLength(requests + good.length);
			if (ends) expect(bad[1].json.error).toMatch(/^Not sent: the service refused an earlier request/);
		},
	);
});

describe('a failed item', () => {
	const bad = CASES['404'];

	it('does not throw away what others were charged for when the workflow is to stop', async () => {
		const { items, error, hints } = await enrich(3, 'stopWorkflow', setUp(bad, 1));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.error !== undefined)).toEqual([false, true, false]);
		expect(hints[0].message).toContain('1 failed');
	});
});

it('a limit ends the run at once, and no item waits for its turn', async () => {
	sandbox.set({ requestsPerDay: 2 });
	const before = sandbox.clock.now();
	const { items } = await enrich(100, 'continueRegularOutput');
	expect(sandbox.requests.all.map(({ status: answered }) => answered)).toEqual([200, 200, 429]);
	expect(items[2].json.message).toContain('The service says: "Daily request limit exceeded."');
	for (const { json } of items.slice(3))
		expect(json.error).toMatch(/^Not sent: the service refused an earlier request/);
	// The turns of 100 items, at 30 a minute, would take more than three minutes.
	expect(sandbox.clock.now() - before).toBeLessThan(60_000);
});

it('a call during which the user stops the execution may have been charged, and is not sent again', async () => {
	sandbox.faults.add({ kind: 'delay', delayMs: 20_000 });
	const onStart = (stop: () => void): void => void until(() => sandbox.requests.all.length > 0).then(stop);
	const { items } = await run('person.getPerson', { cpf: sandbox.persons.cpf(1) }, [{}], { onStart });
	expect(items[0].json).toMatchObject({
		error: 'The execution was stopped during a call',
		message: 'The call may have been processed and charged.',
	});
	expect(sandbox.requests.all).toHaveLength(1);
});

it('free calls are sent again after a failure, each time after a longer wait', async () => {
	sandbox.faults.add({ kind: 'status', status: 503, times: 3 });
	const { items } = await run('account.getBalance');
	expect(items[0].json).toHaveProperty('balance');
	const times = sandbox.requests.all.map(({ time }) => time - sandbox.requests.all[0].time);
	expect(times).toEqual([0, 1000, 3000, 7000]);
});

it.each<[IDataObject, string]>([
	[{ apiKey: '' }, "'API Key' in the credential is empty"],
	[{ baseUrl: ' ' }, "'Base Address' in the credential is empty"],
	[{ baseUrl: 'http://api.company.com/v1' }, "'Base Address' in the credential does not begin with https://"],
	[{ baseUrl: 'company' }, "'Base Address' in the credential is not a valid URL"],
])(
	'a credential that cannot work lets nothing be sent, and no item pass for a good one: %j',
	async (wrong, message) => {
		const credential = { ...credentialFor(sandbox), ...wrong };
		expect((await enrich(2, 'stopWorkflow', credential)).error?.message).toBe(message);
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const { items, errorItems } = await enrich(2, onError, credential);
			const failed = [...items, ...errorItems].map(({ json, pairedItem }) => [json.error, pairedItem]);
			expect(failed).toEqual([0, 1].map((item) => [message, { item }]));
		}
		expect(sandbox.requests.all).toHaveLength(0);
	},
);

it('lets n8n have its turn between many items that are refused without a call', async () => {
	let now = sandbox.clock.now();
	// Each look at the clock takes a millisecond.
	jest.mocked(clock.now).mockImplementation(() => ++now);
	const slept = jest.mocked(clock.sleep).mock.calls;
	const before = slept.length;
	const credential = { ...credentialFor(sandbox), apiKey: `${MARK}-wrong` };
	const cpfs = Array.from({ length: 2000 }, (_, i) => ({ cpf: sandbox.persons.cpf(i) }));
	const { items } = await run('person.getPerson', {}, cpfs, { credential });
	expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(2000);
	expect(sandbox.requests.all.length).toBeLessThan(10);
	expect(slept.slice(before).filter(([ms]) => ms === 0).length).toBeGreaterThan(20);
});
