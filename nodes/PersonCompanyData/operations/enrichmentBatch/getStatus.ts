import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { fetchStatus } from '../../../../core/background/batchWait';
import type { BatchStatus } from '../../../../core/read/batch';
import { operation } from '../../run/operation';
import { batchId, simplify } from '../../shared/fields';

const COUNTS = ['completados', 'total_registros', 'sucesso', 'falhou'] as const;

const STATES = { pending: 'processing', ok: 'completed', failed: 'failed' } as const;

const progressOf = ({ id, state, fields, reason }: BatchStatus, asked: string): IDataObject => ({
	id_processamento: id ?? asked,
	status: STATES[state],
	...Object.fromEntries(COUNTS.map((name) => [name, fields[name] ?? null])),
	erro: reason ?? null,
});

export const getStatus = operation({
	name: 'Get Status',
	action: 'Get status of enrichment batch',
	description: 'Get the progress of a batch, and its records once it is complete',
	calls: [endpoints.batchStatus],
	fields: { id_processamento: batchId, simplify },
	prepare: (input) => ({ id: input.id_processamento, isSimple: input.simplify }),
	run: async ({ id, isSimple }, service) => {
		const status = await fetchStatus(service, id);
		return [isSimple || status.is !== 'batch' ? progressOf(status, id) : status.raw];
	},
});
