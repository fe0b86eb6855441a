interface Smoke {
	readonly spec: string;
	/** Beginnings of the names of its tests. */
	readonly tests: readonly string[];
	/** Whether it starts an n8n of its own, so that it cannot run in one at an address. */
	readonly startsOwn?: true;
}

/** The tests that are also part of `npm run test:nightly` on n8n's last 1.x. */
const SMOKE: readonly Smoke[] = [
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
	{ spec: 'newLeads', tests: ['delivers each result once'], startsOwn: true },
	{
		spec: 'trigger',
		startsOwn: true,
		tests: ['is loaded with the node', 'answers the availability test', 'starts a workflow with an event'],
	},
	{ spec: 'waitByWebhook', tests: ['waits by webhook where n8n signs'], startsOwn: true },
	{ spec: 'agent', tests: ['looks a company up and gives the model'] },
];

/** Those of them that can run in an n8n that is started here, or in one at an address. */
export const smokeTests = (isAtAddress: boolean): readonly Smoke[] =>
	SMOKE.filter(({ startsOwn }) => !isAtAddress || startsOwn !== true);
