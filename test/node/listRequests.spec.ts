import type { ListName } from '../../contract/model/lists';
import type { Sandbox } from '../../sandbox';
import { credentialFor } from '../support/harness';
import { Editor } from './support/editor';
import { useLists } from './support/useLists';

/** Lists of the editor: how few requests they take, and what happens when one fails. */

let sandbox: Sandbox;
let editor: Editor;

const open = useLists((started, asking) => {
	sandbox = started;
	editor = asking;
});

const requests = (): number => sandbox.requests.all.length;
const minutes = async (count: number): Promise<void> => await sandbox.clock.advance(count * 60_000);

describe('a failure', () => {
	beforeEach(async () => await open());

	it('is shown in our words, without the key, and over with the next opening', async () => {
		sandbox.faults.add({ kind: 'status', status: 500, body: { error: sandbox.apiKey } });
		const error = await editor.list('cities').then(
			() => {
				throw new Error('The list was loaded');
			},
			(thrown: Error & { description: string }) => thrown,
		);
		expect(error.message).toBe('The service failed with status 500: "***"');
		expect(error.description).toBe('The call is free and can be retried.');
		expect(JSON.stringify(error) + String(error.stack)).not.toContain(sandbox.apiKey);
		expect(await editor.list('cities')).not.toEqual([]);
		expect(requests()).toBe(2);
	});

	it('of the key is over as soon as another key is in the credential', async () => {
		const other = new Editor({ ...credentialFor(sandbox), apiKey: 'wrong' });
		await expect(other.list('profiles')).rejects.toMatchObject({ httpCode: '401' });
		expect(await editor.list('profiles')).not.toEqual([]);
	});

	it('before any request says what is wrong with the credential', async () => {
		const other = new Editor({ ...credentialFor(sandbox), apiKey: ' ' });
		await expect(other.list('profiles')).rejects.toThrow('The API key is missing');
		expect(requests()).toBe(0);
	});
});

it('shares a request among lists that are opened at once', async () => {
	await open({ latencyMs: 50 });
	const lists = await Promise.all([1, 2, 3].map(async () => await editor.list('occupations')));
	expect(lists[2]).toEqual(lists[0]);
	expect(requests()).toBe(1);
});

describe('an hour of editing', () => {
	/** What someone does to a form, again and again: opens lists and types into them, letter by letter. */
	const typed: ReadonlyArray<readonly [ListName, string]> = [
		['cities', 'porto'],
		['cities', 'curi'],
		['cities', 'sao paulo'],
		['neighborhoods', 'centro'],
		['neighborhoods', 'vila'],
		['occupations', 'gerente'],
		['economicActivities', 'padaria'],
		['sectors', 'com'],
		['profiles', ''],
		['layouts', ''],
		['savedPersonFilters', ''],
		['savedCompanyFilters', ''],
		['b2bLocations', 'rs porto'],
		['b2bLocations', 'sp cam'],
		['b2bCompanyNames', 'padaria'],
		['b2bSectors', 'tecno'],
		['b2bJobTitles', 'diretor'],
		['b2bEconomicActivities', 'restau'],
		['b2bSpecialities', 'mark'],
		['b2bSkills', 'python'],
		['b2bMacroSectors', 'saude'],
	];

	it.each([
		['by default', {}],
		['that cuts its lists', { largestPage: 50 }],
	] as const)('takes few requests of a service %s', async (_, settings) => {
		await open({ persons: 2000, companies: 2000, ...settings });
		let openings = 0;
		for (let round = 0; round < 3; round++) {
			for (const [name, text] of typed) {
				for (let end = 0; end <= text.length; end++) {
					await editor.list(name, text.slice(0, end));
					openings++;
				}
			}
			await minutes(20);
		}
		expect(openings).toBeGreaterThan(300);
		// One for each of the 21 lists, three in all for each of the account's own three lists, and a few for
		// texts whose beginning had too many matches: 33 to 39, of the 100 that a day may have.
		expect(requests()).toBeLessThan(40);
	});
});
