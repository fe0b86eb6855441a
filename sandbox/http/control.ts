import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Wallet } from '../../contract/model/billing';
import { Refusal } from '../base/refusal';
import { changeSettings } from '../base/settings';
import type { Companies } from '../data/companies';
import { json, type WrittenAnswer } from './answers';
import { sampleExport } from '../prospecting/persons';
import type { Fault } from '../state/faults';
import type { World } from '../world/world';

const COMPANIES = 10;
/** The row with a typing error, from 0. */
const WRONG = 6;

interface Page {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

const answer = (type: string, text: string): Page => ({
	status: 200,
	headers: { 'Content-Type': `${type}; charset=utf-8` },
	text,
});

/** Formatted, as people write it in a spreadsheet. */
const formatted = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

/** With another last digit than the right one. */
const wrong = (cnpj: string): string => cnpj.slice(0, -1) + String((Number(cnpj.slice(-1)) + 1) % 10);

/** A spreadsheet of companies, one of which has a wrong CNPJ. */
function spreadsheet(companies: Companies): string {
	const rows = Array.from({ length: COMPANIES }, (_, i) => {
		const cnpj = companies.cnpj(i);
		return [companies.name(i), formatted(i === WRONG ? wrong(cnpj) : cnpj)];
	});
	return [['Company', 'CNPJ'], ...rows].map((row) => row.join(',')).join('\r\n');
}

/** What a browser finds at the control door: the sandbox's own page, and a list to try. */
export const pages: Readonly<Record<string, (world: World) => Page>> = {
	'GET /': () => answer('text/html', readFileSync(join(__dirname, 'page.html'), 'utf8')),
	'GET /companies.csv': ({ companies }) => answer('text/csv', spreadsheet(companies)),
};

type Fields = Readonly<Record<string, unknown>>;

/** One thing that can be asked of the control door. */
type Action = (world: World, body: Fields) => unknown;

const WALLETS: readonly Wallet[] = ['b2b', 'b2c'];

/** A summary of everything, for tests in another process. */
const state = ({ clock, ledger, requests, batches, faults }: World): unknown => ({
	now: clock.now(),
	credits: Object.fromEntries(WALLETS.map((wallet) => [wallet, ledger.balance(wallet)])),
	charged: ledger.charged(),
	refunded: ledger.refunded(),
	requests: requests.traffic.requests,
	mistakes: requests.mistakes.map(({ stack }) => stack),
	requestsByEndpoint: requests.countByEndpoint,
	traffic: requests.traffic,
	batches: batches.all.map(({ id, state: batchState, contacts }) => ({
		id,
		state: batchState,
		records: contacts.length,
	})),
	faults: faults.active,
});

/** The control door over HTTP: no key, never counted. */
export class ControlDoor {
	private readonly actions: Readonly<Record<string, Action>>;

	constructor(
		private readonly world: () => World,
		reset: () => void,
	) {
		this.actions = {
			'GET /state': state,
			'GET /requests': ({ requests }) => requests.all,
			'GET /deliveries': ({ webhooks }) => webhooks.deliveries,
			'POST /reset': () => reset(),
			'POST /clock': async ({ clock }, { advanceSeconds }) => {
				if (typeof advanceSeconds !== 'number') throw new Error('Send advanceSeconds');
				await clock.advance(advanceSeconds * 1000);
				return { now: clock.now() };
			},
			'POST /faults': ({ faults }, body) => {
				// One fault, or several as `faults`.
				faults.add(...((body.faults ?? [body]) as readonly Fault[]));
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
			'POST /webhook': async ({ webhooks }, { url }) => {
				await webhooks.register(String(url));
			},
			'POST /event': ({ jobs, persons }) => {
				const { id } = jobs.start(sampleExport(persons));
				return { job_id: id };
			},
		};
	}

	/** Does what is asked and tells what came of it. */
	async serve(method: string, path: string, text: string): Promise<WrittenAnswer> {
		const name = `${method} ${path}`;
		if (name in pages) return pages[name](this.world());
		const action = this.actions[name];
		if (action === undefined)
			return json(404, { error: 'No such control', known: Object.keys({ ...pages, ...this.actions }) });
		try {
			const body = (text === '' ? {} : JSON.parse(text)) as Fields;
			return json(200, (await action(this.world(), body)) ?? { ok: true });
		} catch (error) {
			return json(400, { error: error instanceof Refusal ? error.description : String(error) });
		}
	}
}
