import type { IDataObject } from 'n8n-workflow';

import type { BatchStatus } from '../../../../core/read/batch';
import { fetchStatus } from '../../../../core/background/batchWait';
import { batchId, simplify } from '../../shared/fields';
import { endpoints, operation } from '../../shared/prelude';

const progressOf = (
	{ id, state, done, total, succeeded, refunded, reason }: BatchStatus,
	asked: string,
): IDataObject => ({
	id_processamento: id ?? asked,
	status: state,
	completados: done ?? null,
	total_registros: total ?? null,
	sucesso: succeeded ?? null,
	falhou: refunded ?? null,
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
		return [isSimple || !status.isOfBatch ? progressOf(status, id) : status.raw];
	},
});
