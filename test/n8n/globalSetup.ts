import type { Config } from 'jest';

import { onEndRequest } from '../../tools/host/processes/signals';
import { stacksOf } from '../runners/stackRunner';
import { startShared, stopShared } from './shared';

/** Starts a sandbox and an n8n with the packed package in it for each worker of jest, for all specs of this project. */
export default async function globalSetup(config: Pick<Config, 'maxWorkers'>): Promise<void> {
	onEndRequest((exitCode) => void stopShared().finally(() => process.exit(exitCode)));
	try {
		await startShared(stacksOf(config));
	} catch (error) {
		// Without a successful setup there is no teardown.
		await stopShared();
		throw error;
	}
}
