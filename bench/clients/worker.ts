import { BareClient } from './bareClient';
import type { Done, Order } from './bareProcess';
import { works } from './work';

/** The process of the bare client: does what it is told, one order at a time, and says when. */
process.on('message', ({ baseUrl, apiKey, work, concurrency, size }: Order) => {
	const client = new BareClient(baseUrl, apiKey);
	const startedAt = Date.now();
	void works[work](concurrency)(client, size)
		.then(
			(results): Done => ({ startedAt, stoppedAt: Date.now(), results }),
			(error: Error): Done => ({ failed: error.message }),
		)
		.then((done) => {
			client.close();
			process.send?.(done);
		});
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
