import { runWorkflow, sandbox, serviceNode, workflow } from '../support';
import { answerAtOnce, callsOf, personsFrom, published, requests, spent } from './enriching';
import { errorOf } from './told';
import { placed } from '../../support/placed';

/** Limits that the user has set hold, whatever the service or the workflow does. */

const persons = personsFrom(3000);

beforeEach(answerAtOnce);

it('pays for a search that the service forgets midway once more at most, when Maximum Credits is 1', async () => {
	await sandbox().post('/settings', { pagesPerKey: 1 });
	const search = await serviceNode('Search', 'b2bPerson', 'searchB2bPersons', {
		filtros_pessoa: { estados: ['SP'] },
		limit: 1500,
		options: { maxCredits: 1, advanced: { maxConcurrentRequests: 20, maxRequestsPerMinute: 0 } },
	});
	const { outputs } = await runWorkflow(workflow([search]));
	expect(await spent()).toBe(2);
	const found = outputs.Search.flatMap(({ id_pessoa: id }) => id ?? []);
	expect(found.length).toBeGreaterThanOrEqual(100);
	expect(new Set(found).size).toBe(found.length);
	expect((await callsOf('b2bPersonSearch'))[2].charged).toBe(1);
});

it.each([
	['Maximum Credits', { maxCredits: '={{ $json.value }}' }, [10, 10, 50], /\brow [12]\b.*\brow 3\b/],
	// n8n does not evaluate an expression in a switch that decides for the whole run.
	['Preview Cost', { previewCost: '={{ $json.value }}' }, [false, false, true], /is not true or false/],
])(
	'sends nothing when an expression gives %s another value for one item, and says so',
	async (name, options, values, what) => {
		const { run } = await published(placed(options));
		const contacts = persons(3).map((contact, item) => ({ ...contact, value: values[item] }));
		const execution = await run(contacts);
		expect(await spent()).toBe(0);
		expect(await requests()).toBe(0);
		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toContain(name);
		expect(errorOf(execution)).toMatch(what);
	},
);
