import type { Contestant } from '../setup/contestant';
import type { ReachedSandbox } from '../service/sandboxProcess';
import type { BareProcess } from './bareProcess';
import type { WorkName } from './work';

/** A piece of work by a bare client with connections of its own, which is the yardstick. */
export const bareContestant = (
	bare: BareProcess,
	{ baseUrl, apiKey }: ReachedSandbox,
	work: WorkName,
	concurrency: number,
): Contestant => ({
	client: 'bare',
	title: 'Bare client',
	run: async (size) => await bare.run({ baseUrl, apiKey, work, concurrency, size }),
	renew: async () => await bare.stop(),
});
