import { enrichingOn } from './ownEnriching';
import { useOwnStack } from './ownStack';

/** Two executions of a published workflow at the same time, in a real n8n, with a CPF that came out days ago. */

const stack = useOwnStack();

it('do not look it up again, with Skip Records Enriched Before', async () => {
	const list = await enrichingOn(stack, {
		resource: 'list',
		operation: 'enrichList',
		options: { skipEnriched: true },
	});
	await list.publish();
	const rows = [{ contact: stack.sandbox.persons.cpf(2) }];
	await list.run(rows);
	expect(stack.sandbox.ledger.charged('b2c')).toBe(1);
	await stack.sandbox.clock.advance(2 * 24 * 3_600_000);
	await list.runTogether(rows, rows);
	expect(stack.sandbox.ledger.charged('b2c')).toBe(1);
});
