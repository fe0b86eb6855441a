import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import type { BatchStatus } from '../../../../core/background/batchStatus';
import { fetchStatus } from '../../../../core/background/batchWait';
import { toggle } from '../../../../core/form/field';
import { operation } from '../../run/operation';
import { batchId } from '../../families/common/fields';

/** How far a batch is, without its records. */
const progressOf = ({ id, state, done, total, succeeded, refunded, reason }: BatchStatus): IDataObject => ({
	id_processamento: id,
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
	fields: {
		id_processamento: batchId,
		simplify: toggle(
			'Simplify',
			'Whether to return a simplified version of the response instead of the raw data',
		),
	},
	prepare: (input) => ({ id: input.id_processamento, simplify: input.simplify }),
	run: async ({ id, simplify }, service) => {
		const status = await fetchStatus(service, id);
		return [simplify ? progressOf(status) : status.raw];
	},
});
