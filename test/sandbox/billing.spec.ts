import { endpoints, type EndpointName } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import { charge, type Outcome } from '../../sandbox/world/charge';
import type { Call } from '../../sandbox/world/call';
import { Clock } from '../../sandbox/base/clock';
import { configure } from '../../sandbox/base/options';
import { populate } from '../../sandbox/data/population';
import { World } from '../../sandbox/world/world';

const HOUR = 3_600_000;
let world: World;

beforeEach(() => {
	const config = configure({ clock: 'manual', persons: 10, companies: 10 });
	world = new World(config, new Clock('manual', 1), populate(config), 'http://files');
});

/** Charges a call of an endpoint, without a handler in between. */
function pay(name: EndpointName, outcome: Outcome): number {
	const endpoint: Endpoint = endpoints[name];
	const request = world.requests.begin({ method: endpoint.method, path: '', query: {}, headers: {} });
	return charge({ name, endpoint, world, request } as unknown as Call, outcome);
}

describe('credit rule 4: lookup by document', () => {
	it.each(['personGet', 'companyGet'] as const)('%s is free again for 24 hours', async (name) => {
		expect(pay(name, { found: true, document: 'A' })).toBe(1);
		await world.clock.advance(24 * HOUR - 1);
		expect(pay(name, { found: true, document: 'A' })).toBe(0);
		expect(pay(name, { found: true, document: 'B' })).toBe(1);
		await world.clock.advance(1);
		expect(pay(name, { found: true, document: 'A' })).toBe(1);
		expect(pay(name, { found: true, document: 'A' })).toBe(0);
		expect(world.ledger.charged('b2c')).toBe(3);
	});

	it('neither charges nor starts the window when nothing is found', () => {
		expect(pay('personGet', { found: false, document: 'A' })).toBe(0);
		expect(pay('personGet', { found: true, document: 'A' })).toBe(1);
	});

	it('does not lengthen the window by asking again', async () => {
		pay('personGet', { found: true, document: 'A' });
		await world.clock.advance(20 * HOUR);
		pay('personGet', { found: true, document: 'A' });
		await world.clock.advance(4 * HOUR);
		expect(pay('personGet', { found: true, document: 'A' })).toBe(1);
	});
});

describe('credit rule 5: never in any grace window', () => {
	it.each(['personSearch', 'companySearch', 'chatAppCheck'] as const)(
		'%s is charged each time it returns something',
		(name) => {
			expect(pay(name, { found: true })).toBe(1);
			expect(pay(name, { found: true })).toBe(1);
			expect(pay(name, { found: false })).toBe(0);
		},
	);
});

describe('credit rule 6', () => {
	it.each(['batchStatus', 'personCount', 'companyCount', 'balance'] as const)('%s is free', (name) => {
		expect(pay(name, { found: true, records: 5 })).toBe(0);
	});
});
