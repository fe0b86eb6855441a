import type { Wallet } from '../../contract/model/billing';
import { Refusal } from '../base/refusal';
import { changeSettings } from '../base/settings';
import { pages } from '../page/pages';
import { sampleExport } from '../prospecting/sample';
import type { Fault } from '../state/faults';
import type { World } from '../world/world';
import { json, type WrittenAnswer } from './answers';

type Fields = Readonly<Record<string, unknown>>;

/** One thing that can be asked of the control door. */
type Action = (world: World, body: Fields, query: Readonly<Record<string, string>>) => unknown;

const WALLETS: readonly Wallet[] = ['b2b', 'b2c'];

/** A summary of everything, for tests in another process. */
const state = ({ clock, ledger, requests, usage, batches, jobs, settings, faults }: World): unknown => ({
	now: clock.now(),
	credits: Object.fromEntries(WALLETS.map((wallet) => [wallet, ledger.balance(wallet)])),
	charged: ledger.charged(),
	refunded: ledger.refunded(),
	requests: requests.traffic.requests,
	mistakes: requests.mistakes.map(({ stack }) => stack),
	requestsByEndpoint: requests.countByEndpoint,
	traffic: requests.traffic,
	usage: usage.counted,
	batches: batches.all.map(({ id, state: batchState, contacts }) => ({
		id,
		state: batchState,
		records: contacts.length,
	})),
	jobs: jobs.all.map(({ id, name, type, state: jobState, records }) => ({
		id,
		name,
		type,
		state: jobState,
		records,
	})),
	faults: faults.active,
	settings,
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
			'GET /requests': ({ requests }, _body, { endpoint, after = '0' }) =>
				requests.all.filter(
					(request) =>
						request.id > Number(after) && (endpoint === undefined || request.endpoint === endpoint),
				),
			'GET /downloads': ({ requests }) => requests.downloads,
			'GET /ledger': ({ ledger }) => ledger.entries,
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
			'DELETE /webhook': async ({ webhooks }) => {
				await webhooks.register(undefined);
			},
		};
	}

	/** Does what is asked and tells what came of it. */
	async serve(
		method: string,
		path: string,
		query: Readonly<Record<string, string>>,
		text: string,
	): Promise<WrittenAnswer> {
		const name = `${method} ${path}`;
		if (name in pages) return pages[name](this.world());
		const action = this.actions[name];
		if (action === undefined)
			return json(404, { error: 'No such control', known: Object.keys({ ...pages, ...this.actions }) });
		try {
			const body = (text === '' ? {} : JSON.parse(text)) as Fields;
			return json(200, (await action(this.world(), body, query)) ?? { ok: true });
		} catch (error) {
			return json(400, { error: error instanceof Refusal ? error.description : String(error) });
		}
	}
}
