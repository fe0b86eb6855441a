import { onEndRequest } from '../../tools/host/processes/signals';
import { startShared, stopShared } from './shared';

/** Starts the sandbox and one n8n with the packed package in it, for all specs of this project. */
export default async function globalSetup(): Promise<void> {
	onEndRequest((exitCode) => void stopShared().finally(() => process.exit(exitCode)));
	try {
		await startShared((line) => process.stderr.write(`${line}\n`));
	} catch (error) {
		// Without a successful setup there is no teardown.
		await stopShared();
		throw error;
	}
}
