import type { Reply } from './call';
import type { World } from './world';

/** A list of the account's own things; nobody shows whether it is wrapped as the reference data is. */
export const accountList = ({ settings }: World, entries: readonly unknown[]): Reply => ({
	status: 200,
	body: settings.accountLists === 'bare' ? entries : { results: entries },
});
