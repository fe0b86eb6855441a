import { startSandbox, type Sandbox } from '../../sandbox';

/** A sandbox whose answers take no time: the submission of a batch is answered with its result. */
export const startSandboxAtOnce = async (): Promise<Sandbox> =>
	await startSandbox({
		port: 0,
		batchMinimumSeconds: 0,
		recordsPerSecond: 1_000_000,
		acknowledgement: 'statusRecord',
	});
