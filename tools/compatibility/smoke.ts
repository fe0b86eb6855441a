/** Beginnings of the names of the tests that are also part of `npm test` on n8n's last 1.x, and where they stand. */
export const SMOKE: ReadonlyArray<{ readonly spec: string; readonly tests: readonly string[] }> = [
	{
		spec: 'package',
		tests: [
			'is loaded',
			'brings its credential',
			'says that a credential',
			'says what is wrong with a wrong key',
		],
	},
	{ spec: 'lists', tests: ['fills a list from the state'] },
	{ spec: 'mainJob', tests: ['turns a search of three pages into enriched leads'] },
	{ spec: 'resources', tests: ['runs every operation of person', 'runs every operation of account'] },
	{ spec: 'newLeads', tests: ['delivers each result once'] },
	{
		spec: 'trigger',
		tests: ['is loaded with the node', 'answers the availability test', 'starts a workflow with an event'],
	},
	{ spec: 'waitByWebhook', tests: ['waits by webhook where n8n signs'] },
	{ spec: 'agent', tests: ['looks a company up and gives the model'] },
];
