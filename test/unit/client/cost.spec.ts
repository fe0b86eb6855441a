import { endpoints } from '../../../contract';
import type { Wallet } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { type Ceilings, chargedCredits, mostCredits, Usage } from '../../../core/client/usage';
import { NotSent } from '../../../core/client/failure';
import type { RunState } from '../../../core/client/runState';
import { asBody } from '../../../core/read/answer';

const { personGet, b2bPersonSearch, b2bPersonEnrichBatch, personJob, balance } = endpoints;
const file: Endpoint = { ...endpoints.b2bPersonEnrichBatch, countedBy: 'file' };

describe('the most credits of a call', () => {
	it.each<[string, Endpoint, object, number | undefined]>([
		['that is free', balance, {}, 0],
		['for one document', personGet, {}, 1],
		['for a list of records', b2bPersonEnrichBatch, { contatos: [{}, {}, {}] }, 3],
		['for an empty list', b2bPersonEnrichBatch, { contatos: [] }, 0],
		['for a number of records', personJob, { quantity: 25 }, 25],
		['for no records', personJob, { quantity: 0 }, 0],
		['for fewer than none', personJob, { quantity: -5 }, undefined],
		['for what is no number', personJob, { quantity: 'many' }, undefined],
		['for records in a file', file, {}, undefined],
		['for a new search', b2bPersonSearch, {}, 1],
	])('%s', (_, endpoint, body, credits) => {
		expect(mostCredits({ endpoint, body: body as never }, false)).toBe(credits);
	});

	it('is none for a further page of a search that was paid for, and no more than that', () => {
		expect(mostCredits({ endpoint: b2bPersonSearch }, true)).toBe(0);
		expect(mostCredits({ endpoint: personGet }, true)).toBe(1);
	});

	it('is what the call says of records in a file', () => {
		expect(mostCredits({ endpoint: file, records: 7 }, false)).toBe(7);
	});
});

describe('the credits that a call can have cost', () => {
	it.each<[string, unknown, number]>([
		['a record of unknown shape', { nome: 'Ana' }, 1],
		['a list with an empty entry only', [{}], 0],
	])('per result, for %s', (_, answer, credits) => {
		for (const endpoint of [personGet, endpoints.personSearch, endpoints.companyBranches])
			expect(chargedCredits({ endpoint }, asBody(answer), false)).toBe(credits);
	});

	it('per record are due whatever the answer says', () => {
		const batch = { endpoint: b2bPersonEnrichBatch, body: { contatos: [{}, {}] } };
		expect(chargedCredits(batch, asBody({}), false)).toBe(2);
	});
});

/** A usage with its state, which n8n hands to the next attempt. */
function usageOf(ceilings: Ceilings, state: RunState = {}) {
	return { state, usage: new Usage(state, ceilings) };
}

const ABOVE = expect.objectContaining({
	message: "Not sent: the execution reached 'Maximum Credits'",
}) as NotSent;
const BELOW = expect.objectContaining({
	message: "Not sent: the balance must not fall below 'Minimum Balance'",
}) as NotSent;

/** What a reservation is refused with. */
function refusal(usage: Usage, endpoint: Endpoint, credits: number): NotSent | undefined {
	try {
		usage.reserve(endpoint, credits);
		return undefined;
	} catch (error) {
		expect(error).toBeInstanceOf(NotSent);
		return error as NotSent;
	}
}

const ofB2b = b2bPersonEnrichBatch;
const ofB2c = personGet;
const ofAny: Endpoint = { ...personGet, wallet: undefined };

describe('the budget of an execution', () => {
	it('is limited by Maximum Credits or Minimum Balance, also of zero', () => {
		expect(usageOf({}).usage.isLimited).toBe(false);
		expect(usageOf({ credits: 0 }).usage.isLimited).toBe(true);
		expect(usageOf({ balance: 0 }).usage.isLimited).toBe(true);
	});

	it('goes on counting where an earlier attempt has stopped', () => {
		const { usage, state } = usageOf({ credits: 10 });
		usage.spent.requests++;
		usage.spent.requests++;
		usage.charge(ofB2b, 4);
		const again = usageOf({ credits: 10 }, JSON.parse(JSON.stringify(state)) as RunState).usage;
		again.spent.requests++;
		again.charge(ofB2c, 3);
		expect([again.spent, again.creditsLeft]).toEqual([{ requests: 3, credits: 7 }, 3]);
	});

	it('leaves what is neither spent nor under way, and never less than nothing', () => {
		const { usage } = usageOf({ credits: 10 });
		usage.charge(ofB2b, 4);
		const free = usage.reserve(ofB2c, 5);
		expect(usage.creditsLeft).toBe(1);
		free();
		expect(usage.creditsLeft).toBe(6);
		usage.charge(ofB2b, 100);
		expect(usage.creditsLeft).toBe(0);
		expect(usageOf({}).usage.creditsLeft).toBeUndefined();
	});

	it('refuses what is above Maximum Credits, and lets through what just fits', () => {
		const { usage } = usageOf({ credits: 3 });
		expect(refusal(usage, ofB2b, 4)).toEqual(ABOVE);
		expect(refusal(usage, ofB2b, 3)).toBeUndefined();
		expect(refusal(usage, ofB2c, 1)).toEqual(ABOVE);
		// What costs nothing is never refused.
		expect(refusal(usage, balance, 0)).toBeUndefined();
	});

	it('sets nothing aside where there is no limit', () => {
		const { usage } = usageOf({});
		expect(refusal(usage, ofB2b, 1e9)).toBeUndefined();
		expect(refusal(usage, ofB2b, Number.POSITIVE_INFINITY)).toBeUndefined();
		expect(usage.aboveMinimum('b2b')).toBeUndefined();
	});
});

describe('Minimum Balance', () => {
	const balanced = (least: number, left: Partial<Record<Wallet, number>>, credits?: number) => {
		const made = usageOf({ balance: least, ...(credits !== undefined && { credits }) });
		made.state.funds = { at: 1, left };
		return made;
	};

	it('leaves what is above it, product by product', () => {
		const { usage } = balanced(10, { b2b: 25, b2c: 12 });
		expect(usage.aboveMinimum(ofB2b.wallet)).toBe(15);
		expect(usage.aboveMinimum(ofB2c.wallet)).toBe(2);
		// It may charge either.
		expect(usage.aboveMinimum(ofAny.wallet)).toBe(2);
		expect(refusal(usage, ofB2c, 3)).toEqual(BELOW);
		expect(refusal(usage, ofB2c, 2)).toBeUndefined();
	});

	it('leaves nothing below it, of a product that the balance does not name, nor while it is not known', () => {
		expect(balanced(10, { b2b: 5 }).usage.aboveMinimum(ofB2b.wallet)).toBe(0);
		expect(balanced(10, { b2b: 50 }).usage.aboveMinimum(ofB2c.wallet)).toBe(0);
		expect(balanced(10, {}).usage.aboveMinimum(ofAny.wallet)).toBe(0);
		expect(usageOf({ balance: 10 }).usage.aboveMinimum(ofB2b.wallet)).toBe(0);
	});

	it('holds together with Maximum Credits: the lower one counts', () => {
		expect(refusal(balanced(10, { b2b: 25 }, 3).usage, ofB2b, 4)).toEqual(ABOVE);
		expect(refusal(balanced(10, { b2b: 12 }, 3).usage, ofB2b, 3)).toEqual(BELOW);
		expect(refusal(balanced(10, { b2b: 12 }, 3).usage, ofB2b, 2)).toBeUndefined();
	});

	it('counts what is under way for the same product, or for one that is not known', () => {
		const { usage } = balanced(0, { b2b: 20, b2c: 20 });
		const free = usage.reserve(ofB2b, 5);
		usage.reserve(ofAny, 3);
		expect(usage.aboveMinimum(ofB2b.wallet)).toBe(12);
		expect(usage.aboveMinimum(ofB2c.wallet)).toBe(17);
		expect(usage.aboveMinimum(ofAny.wallet)).toBe(12);
		free();
		expect(usage.aboveMinimum(ofB2b.wallet)).toBe(17);
	});

	it('counts what was spent since the balance was read, by product', () => {
		const { usage, state } = balanced(0, { b2b: 20, b2c: 20 });
		usage.charge(ofB2b, 5);
		usage.charge(ofAny, 2);
		expect(state.funds).toEqual({ at: 1, left: { b2b: 13, b2c: 18 } });
	});

	it('says why the balance could not be read', () => {
		const { usage, state } = usageOf({ balance: 10 });
		state.funds = { at: 1, left: {}, unreadable: 'No answer.' };
		expect(refusal(usage, ofB2b, 1)?.advice).toMatch(/ No answer\.$/);
	});
});
