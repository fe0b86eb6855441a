import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import type { Service } from '../../../core/client/service';
import { confirmEvent, type Confirmation } from '../../../nodes/PersonCompanyDataTrigger/confirm';
import { readIncoming, type ServiceEvent } from '../../../nodes/PersonCompanyDataTrigger/event';
import { askAbout } from '../../../nodes/PersonCompanyDataTrigger/unconfirmed';

/** Review G: events. */

afterEach(() => jest.restoreAllMocks());

async function confirmed(status: ServiceEvent['status'], body: IDataObject): Promise<Confirmation> {
	const service = {
		session: { tell: () => undefined },
		sleep: async () => await Promise.resolve(),
		call: async () => await Promise.resolve({ status: 200, headers: {}, body }),
	} as unknown as Service;
	return await confirmEvent(service, { kind: 'batch', id: 'b1', status });
}

describe('an answer that tells of no batch, only that the service could not answer', () => {
	const trouble = { status: 'error', message: 'temporarily unavailable' };

	it('GE1: does not make a true event false, which is then never sent again', async () => {
		expect((await confirmed('done', trouble)).is).not.toBe('false');
	});

	it('GE2: does not confirm that a batch has failed', async () => {
		expect((await confirmed('error', trouble)).is).not.toBe('true');
		expect((await confirmed(undefined, trouble)).is).not.toBe('true');
	});
});

it.each([
	{ status: 'processing', dados: { id_processamento: 'b1' } },
	{ sucesso: true, dados: { id_processamento: 'b1', concluido: 'false' } },
	{ id_processamento: 'b1', concluido: 'false' },
])('GE3: an event that says in a known word that its batch goes on needs no request: %j', (body) => {
	expect(readIncoming(body)).toEqual({ event: { kind: 'batch', id: 'b1', status: 'requested' } });
});

it('GE4: events that nobody confirms take at most 5 requests a day, also where each takes three', async () => {
	jest.spyOn(clock, 'now').mockReturnValue(1_700_000_000_000);
	let requests = 0;
	for (let id = 1; id <= 10; id++) {
		// Forged for a batch that runs: the job is not known, and the batch is looked at twice within ten seconds.
		const event = { kind: 'enrichment', id: String(id), status: 'done' } as const;
		await askAbout(event, 'account of review G', `caller ${id}`, new AbortController().signal, async () => {
			requests += 3;
			return await Promise.resolve({ answer: { is: 'notYet', reason: 'running' }, requests: 3 });
		});
	}
	expect(requests).toBeLessThanOrEqual(5);
});
