import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Wallet } from '../../contract/model/billing';
import { json, type WrittenAnswer } from '../base/answer';
import { Refusal } from '../base/refusal';
import { changeSettings } from '../base/settings';
import type { Companies } from '../data/companies';
import { sampleExport } from '../prospecting/persons';
import type { Fault } from '../state/faults';
import type { World } from '../world/world';

const COMPANIES = 10;
/** The row with a typing error, from 0. */
const WRONG = 6;

/** A spreadsheet of companies, formatted as people write them; one of them has another last digit than the right one. */
function spreadsheet(companies: Companies): string {
	const rows = Array.from({ length: COMPANIES }, (_, i) => {
		const cnpj = companies.cnpj(i);
		const given = i === WRONG ? `${cnpj.slice(0, -1)}${(Number(cnpj.slice(-1)) + 1) % 10}` : cnpj;
		return `${companies.name(i)},${given.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')}`;
	});
	return ['Company,CNPJ', ...rows].join('\r\n');
}

const text = (type: string, content: string): WrittenAnswer => ({
	status: 200,
	headers: { 'Content-Type': `${type}; charset=utf-8` },
	text: content,
});

/** What a browser finds at the control door: the sandbox's own page, and a list to try. */
const pages: Readonly<Record<string, (world: World) => WrittenAnswer>> = {
	'GET /': () => text('text/html', readFileSync(join(__dirname, 'page.html'), 'utf8')),
	'GET /companies.csv': ({ companies }) => text('text/csv', spreadsheet(companies)),
};

type Fields = Readonly<Record<string, unknown>>;

const WALLETS: readonly Wallet[] = ['b2b', 'b2c'];

/** What can be asked of the control door. */
const actions: Readonly<Record<string, (world: World, body: Fields, reset: () => void) => unknown>> = {
	'GET /state': ({ clock, ledger, requests, batches, faults }) => ({
		now: clock.now(),
		credits: Object.fromEntries(WALLETS.map((wallet) => [wallet, ledger.balance(wallet)])),
		charged: ledger.charged(),
		refunded: ledger.refunded(),
		requests: requests.traffic.requests,
		mistakes: requests.mistakes.map(({ stack }) => stack),
		requestsByEndpoint: requests.countByEndpoint,
		batches: batches.all.map(({ id, state, contacts }) => ({ id, state, records: contacts.length })),
		faults: faults.active,
	}),
	'GET /requests': ({ requests }) => requests.all,
	'GET /deliveries': ({ webhooks }) => webhooks.deliveries,
	'POST /reset': (_world, _body, reset) => reset(),
	'POST /clock': async ({ clock }, { advanceSeconds }) => {
		if (typeof advanceSeconds !== 'number') throw new Error('Send advanceSeconds');
		await clock.advance(advanceSeconds * 1000);
		return { now: clock.now() };
	},
	'POST /faults': ({ faults }, body) => {
		faults.add(body as unknown as Fault);
		return faults.active;
	},
	'DELETE /faults': ({ faults }) => faults.clear(),
	'POST /settings': ({ settings }, body) => {
		changeSettings(settings, body);
		return settings;
	},
	'POST /credits': ({ ledger }, body) => {
		for (const wallet of WALLETS) if (wallet in body) ledger.set(wallet, Number(body[wallet]));
	},
	'POST /webhook': async ({ webhooks }, { url }) => await webhooks.register(String(url)),
	'POST /event': ({ jobs, persons }) => ({ job_id: jobs.start(sampleExport(persons)).id }),
};

/** The control door over HTTP, without key and never counted: does what is asked and tells what came of it. */
export async function control(
	world: World,
	reset: () => void,
	call: string,
	sent: string,
): Promise<WrittenAnswer> {
	if (call in pages) return pages[call](world);
	if (!(call in actions)) {
		return json(404, { error: 'No such control', known: Object.keys({ ...pages, ...actions }) });
	}
	try {
		const body = (sent === '' ? {} : JSON.parse(sent)) as Fields;
		return json(200, (await actions[call](world, body, reset)) ?? { ok: true });
	} catch (error) {
		return json(400, { error: error instanceof Refusal ? error.description : String(error) });
	}
}
