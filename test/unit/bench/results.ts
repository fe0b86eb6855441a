import type { Measured, Result } from '../../../bench/measure/measure';
import type { Sample } from '../../../bench/measure/sample';

const sample = (more: Partial<Sample>): Sample => ({
	wallMs: 1000,
	beforeMs: 0,
	callingMs: 1000,
	afterMs: 0,
	requests: 10,
	refused: 0,
	sockets: 1,
	maxOpenSockets: 1,
	credits: 1,
	results: 500,
	load: 0.5,
	...more,
});

/** The runs of a client; what is not given is the same for all. */
export const client = (name: Measured['client'], ...samples: Array<Partial<Sample>>): Measured => ({
	client: name,
	title: name,
	samples: samples.map(sample),
	failures: 0,
});

/** A comparison of all kinds of clients but n8n's own node. */
export const result: Result = {
	id: 'lookUps',
	title: 'Work',
	size: 10,
	concurrency: 1,
	isFresh: false,
	clients: [
		client('bare', { wallMs: 1000 }, { wallMs: 2000 }, { wallMs: 1200, callingMs: 1150, afterMs: 50 }),
		client('bareNewConnections', { callingMs: 1250, sockets: 10 }),
		client('helper', { wallMs: 1400, callingMs: 1350, beforeMs: 50, cpuMs: 30 }),
		client('package', {
			wallMs: 1800,
			beforeMs: 200,
			callingMs: 1450,
			afterMs: 150,
			nodeMs: 1500,
			cpuMs: 55,
		}),
	],
};
