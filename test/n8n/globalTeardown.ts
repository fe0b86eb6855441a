import { stopShared } from './shared';

/** Stops what globalSetup started. */
export default async function globalTeardown(): Promise<void> {
	await stopShared();
}
