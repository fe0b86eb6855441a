import { clock } from '../../../core/base/clock';
import { resources } from '../../../nodes/PersonCompanyData/operations';
import { affordable } from '../../../nodes/PersonCompanyData/run/affordable';
import { estimate, mostOf } from '../../../nodes/PersonCompanyData/run/estimate';
import type { CheckedItem, Operation } from '../../../nodes/PersonCompanyData/run/operation';
import { sessionOf } from '../../support/session';

/** With many rows, n8n gets its turn however many they are: counted is what is read of rows between two turns. */

const ROWS = 2000;
/** What is read of rows in one piece, at most: half of them. */
const MOST = ROWS / 2;

let [read, most] = [0, 0];
const noteRead = (): void => void (most = Math.max(most, ++read));

beforeEach(() => {
	[read, most] = [0, 0];
	// A turn is due whenever somebody looks.
	let now = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => (now += 1000));
	jest.spyOn(clock, 'sleep').mockImplementation(async () => {
		read = 0;
		await Promise.resolve();
	});
});
afterEach(() => jest.restoreAllMocks());

const operationOf = (resource: string, name: string): Operation => resources[resource].operations[name];

/** Rows that tell when somebody looks at their work. */
const rowsOf = (inputOf: (row: number) => unknown): CheckedItem[] =>
	Array.from({ length: ROWS }, (_, item) => ({
		item,
		input: inputOf(item),
		options: {},
		get purchaseKey() {
			noteRead();
			return `purchaseKey ${item}`;
		},
	}));

const [endpoint] = operationOf('b2bPerson', 'enrichPersonBatch').calls;
const record = (row: number): object => ({
	about: 'person',
	contact: { name: 'id_pessoa', value: row },
	endpoint,
	settings: { limitSeconds: 60, byWebhook: false, skips: false, perContact: false, findsId: true },
});

const KINDS = [
	['list', 'enrichList', record],
	['b2bPerson', 'enrichPersonBatch', record],
	['b2bCompany', 'enrichCompanyNow', (row: number) => ({ contact: row, limitSeconds: 60 })],
	['person', 'getPerson', (row: number) => ({ cpf: row })],
	['chatApp', 'checkNumbersInBatch', (row: number) => ({ number: row })],
	['layoutEnrichment', 'createLayoutEnrichment', (row: number) => ({ body: {}, source: { row: { row } } })],
] as const;

describe.each(KINDS)('for %s: %s', (resource, name, inputOf) => {
	const operation = operationOf(resource, name);

	it('the estimate of a run is made in turns', async () => {
		expect(mostOf(await estimate(sessionOf(), operation, rowsOf(inputOf)))).toBe(ROWS);
		expect(most).toBeLessThan(MOST);
	});

	it('the limits of the user are applied in turns', async () => {
		const session = sessionOf({ ceilings: { credits: 5 } });
		const { fit } = await affordable(session, operation, rowsOf(inputOf));
		expect(fit).toHaveLength(5);
		expect(most).toBeLessThan(MOST);
	});
});
