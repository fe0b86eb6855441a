import { constants } from 'node:os';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { NotSent } from '../../../core/client/failure';
import { askIfFound, askOnce, forgetAnswer } from '../../../core/purchase/askOnce';
import { Purchases } from '../../../core/purchase/purchases';
import { UncertainWork } from '../../../core/purchase/refusals';
import { cannedService, noAnswer, type CannedRun } from '../../support/cannedService';
import { EntrySets } from '../../support/entrySets';
import { asBody } from '../../../core/read/answer';

let sets: EntrySets;
let node: string;
let tests = 0;
beforeEach(() => {
	sets = new EntrySets().start();
	// What the process knows outlasts a test.
	node = `ask ${++tests}`;
});
afterEach(() => jest.restoreAllMocks());

const run = async (more: CannedRun = {}) => await cannedService(sets, { node, answers: [FOUND], ...more });
const FOUND = { body: { results: [{ nome: 'Ana' }] } };
const NOT_FOUND = { status: 404, body: { detail: 'not found' } };
const REJECTED = { status: 400, body: { detail: 'wrong' } };

/** Charged each time it returns something. */
const search = { endpoint: endpoints.personSearch, query: { name: 'Ana' } };
/** The same is free for a while. */
const lookup = { endpoint: endpoints.personGet, query: { cpf: '11144477735' } };
const pages = { endpoint: endpoints.b2bPersonSearch, body: { pagina: 1 } };

/** The turns of an execution share its state; each has its number. What the one before it got has come out. */
async function turnOf(state: IDataObject, turn: number, more: CannedRun = {}) {
	delete state.answers;
	return await run({ state, turn, ...more });
}

describe('a further page of a search whose key may be too old', () => {
	const further = {
		endpoint: endpoints.b2bPersonSearch,
		body: { pagina: 2, chave_cache: 'old', total_cacheado: 100 },
	};
	const failing = async (state: IDataObject, answers: CannedRun['answers'], call: typeof pages = further) => {
		const tried = await run({ state, answers });
		const failure: unknown = await askOnce(tried.service, call).catch((error: unknown) => error);
		return { failure, asked: tried.asked.length };
	};

	it('is asked for once in an execution where its answer is lost, and says when', async () => {
		const state = {};
		expect(await failing(state, [noAnswer()])).toMatchObject({ failure: { kind: 'reset' }, asked: 1 });
		const again = await failing(state, [FOUND]);
		expect([again.failure, again.asked]).toEqual([expect.any(UncertainWork), 0]);
		expect(again.failure).toMatchObject({
			message: 'The page was requested by an earlier attempt that got no response',
			advice: expect.stringMatching(
				/^It was requested at \d{4}-\S+Z, may have been charged as a new search, and was not requested again\. /,
			),
		});
		const other = await run({ execution: '2' });
		expect((await askOnce(other.service, further)).body).toEqual(FOUND.body);
	});

	it.each([
		['refused', REJECTED],
		[
			'not sent, as nobody took the connection',
			Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
		],
	])('is asked for again where it was %s', async (_, answer) => {
		const state = {};
		expect((await failing(state, [answer])).asked).toBeGreaterThan(0);
		expect((await askOnce((await run({ state })).service, further)).body).toEqual(FOUND.body);
	});

	it('is asked for once where it fails with status 200, which may be charged', async () => {
		const state = {};
		expect((await failing(state, [{ body: { sucesso: false, mensagem: 'too old' } }])).asked).toBe(1);
		const again = await failing(state, [FOUND]);
		expect([again.failure, again.asked]).toEqual([expect.any(UncertainWork), 0]);
	});

	it('is asked for again once the service has accepted the key for another page, since it is free then', async () => {
		const state = {};
		expect((await failing(state, [noAnswer()])).asked).toBe(1);
		const { service } = await run({ state });
		const another = { ...further, body: { ...further.body, pagina: 3 } };
		service.charge(another, {
			status: 200,
			headers: {},
			size: 0,
			body: asBody({ dados: [], chave_cache: 'old' }),
		});
		expect((await askOnce(service, further)).body).toEqual(FOUND.body);
	});
});

describe('a call that is charged each time', () => {
	it('is sent once for all items of a run, and for its further tries', async () => {
		const state = {};
		const first = await run({ state });
		const both = await Promise.all([askOnce(first.service, search), askOnce(first.service, { ...search })]);
		expect([both[0], first.asked.length, first.session.usage.saved]).toEqual([both[1], 1, 1]);
		const next = await run({ state });
		expect((await askOnce(next.service, search)).body).toEqual(FOUND.body);
		expect([next.asked.length, next.session.usage.saved]).toEqual([0, 1]);
		await Promise.all([first, next].map(async ({ session }) => await Purchases.of(session).end(true)));
		expect(sets.size('workflow')).toBe(0);
	});

	it('is sent again only after the codes of a connection that was never made', async () => {
		const wrongCertificate = ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'];
		const never = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', ...wrongCertificate];
		const others = [...Object.keys(constants.errno), 'ERR_STREAM_PREMATURE_CLOSE', 'EOTHER'];
		for (const code of new Set([...never, ...others])) {
			const answers = [Object.assign(new Error(code), { code }), FOUND];
			const { service, asked } = await run({ node: `ask ${code}`, answers });
			await askOnce(service, search).catch(() => undefined);
			expect([code, asked.length]).toEqual([code, never.includes(code) ? 2 : 1]);
		}
	});

	it('is settled by a further turn that outputs what an earlier one got and did not', async () => {
		const state = {};
		for (const [turn, isOutput] of [false, false, true].entries()) {
			const { service, session } = await run({ state, turn });
			await askOnce(service, search);
			await Purchases.of(session).end(isOutput);
			expect(sets.size('workflow') > 0).toBe(!isOutput);
		}
	});

	it('is not sent again when it got no answer: by the same execution, or by another', async () => {
		const state = {};
		const first = await run({ state, answers: [noAnswer()] });
		await expect(askOnce(first.service, search)).rejects.toMatchObject({ kind: 'reset' });
		await Purchases.of(first.session).end(true);
		expect(first.asked).toHaveLength(1);
		const next = await run({ state });
		await expect(askOnce(next.service, search)).rejects.toMatchObject({
			message: 'This request was sent by an earlier attempt that got no response',
			advice: expect.stringMatching(
				/^It was sent at \d{4}-\S+Z, may have been charged, and was not sent again\. /,
			),
		});
		const other = await run({ execution: '2' });
		await expect(askOnce(other.service, search)).rejects.toThrow(
			/^This request was sent before without a result, and may have been charged$/,
		);
		expect([next.asked, other.asked]).toEqual([[], []]);
		const again = await run({ execution: '3', limits: { ifSentBefore: 'send' } });
		expect((await askOnce(again.service, search)).body).toEqual(FOUND.body);
	});

	it('may be sent again when it was not charged', async () => {
		const state = {};
		const first = await run({ state, answers: [REJECTED] });
		await expect(askOnce(first.service, search)).rejects.toMatchObject({ kind: 'rejected' });
		await Purchases.of(first.session).end(true);
		expect(sets.size('workflow')).toBe(0);
		expect((await askOnce((await run({ state })).service, search)).body).toEqual(FOUND.body);
	});

	// docs/edge-cases.md: two executions that check the same number at the same time.
	it('is reported where another execution of this process is asking the same', async () => {
		const [one, other] = [await run(), await run({ execution: '2' })];
		const both = await Promise.allSettled([askOnce(one.service, search), askOnce(other.service, search)]);
		expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect([...one.asked, ...other.asked]).toHaveLength(1);
	});

	it('is not sent once the run was stopped, and then not recorded', async () => {
		const { service, asked } = await run({ answers: [{ status: 401 }] });
		await expect(askOnce(service, search)).rejects.toMatchObject({ kind: 'unauthorized' });
		const other = { ...search, query: { name: 'Rui' } };
		const { length } = sets.calls;
		await expect(askOnce(service, other)).rejects.toBeInstanceOf(NotSent);
		expect([asked.length, sets.calls.length]).toEqual([1, length]);
	});
});

describe('a call that is free to repeat', () => {
	it('is not recorded', async () => {
		const { service, session } = await run();
		await askOnce(service, lookup);
		await Purchases.of(session).end(true);
		expect(sets.calls).toEqual([]);
	});
});

describe('further turns of an execution', () => {
	it.each([
		['a charged call', search],
		['a lookup', lookup],
		['a search', pages],
	])('get the answer of an earlier one: %s', async (_, call) => {
		const state = {};
		const first = await turnOf(state, 0);
		const reply = await askOnce(first.service, call);
		const next = await turnOf(state, 1);
		expect(await askOnce(next.service, call)).toEqual(reply);
		expect([next.asked.length, next.session.usage.saved]).toEqual([0, 1]);
		const other = await turnOf({}, 0, { execution: '2' });
		await Purchases.of(first.session).end(true);
		await askOnce(other.service, call);
		expect(other.asked).toHaveLength(1);
	});

	it('ask anew after a day, and for what was refunded', async () => {
		const state = {};
		await askOnce((await turnOf(state, 0)).service, lookup);
		sets.now += 23 * 60 * 60_000;
		const soon = await turnOf(state, 3);
		await askOnce(soon.service, lookup);
		expect(soon.asked).toEqual([]);
		sets.now += 2 * 60 * 60_000;
		const late = await turnOf(state, 1);
		await askOnce(late.service, lookup);
		expect(late.asked).toHaveLength(1);
		forgetAnswer(late.service, lookup);
		const next = await turnOf(state, 2);
		await askOnce(next.service, lookup);
		expect(next.asked).toHaveLength(1);
	});

	it('get many answers, those of further pages of a search, too', async () => {
		const state = {};
		const first = await turnOf(state, 0);
		const further = (pagina: number) => ({ ...pages, body: { pagina, chave_cache: 'key' } });
		await askOnce(first.service, lookup);
		for (let i = 2; i <= 501; i++) await askOnce(first.service, further(i));
		const next = await turnOf(state, 1);
		for (const call of [lookup, further(2), further(501)]) await askOnce(next.service, call);
		expect(next.asked).toEqual([]);
	});

	it('get further pages of a search that are free, as its key is known', async () => {
		const state = {};
		const answers = [{ body: { ...FOUND.body, chave_cache: 'key' } }];
		const further = { ...pages, body: { pagina: 2, chave_cache: 'key' } };
		const first = await turnOf(state, 0, { answers });
		await askOnce(first.service, pages);
		expect(first.service.mostOf(further)).toBe(0);
		const reply = await askOnce(first.service, further);
		const next = await turnOf(state, 1, { answers });
		expect(await askOnce(next.service, further)).toEqual(reply);
		expect([next.asked.length, next.session.usage.saved]).toEqual([0, 1]);
	});
});

describe('something that the service may not have', () => {
	it('is its answer, or nothing', async () => {
		expect(await askIfFound((await run()).service, lookup)).toEqual(FOUND.body);
		const none = await run({ answers: [NOT_FOUND], execution: '2' });
		expect(await askIfFound(none.service, lookup)).toBeUndefined();
	});
});
