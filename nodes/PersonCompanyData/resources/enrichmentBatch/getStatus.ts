import { endpoints } from '../../contract';
import { fetchStatus } from '../../core/batchWait';
import { operation } from '../../core/operation';
import { batchId } from '../shared/fields';

export const getStatus = operation({
	name: 'Get Status',
	action: 'Get the status of an enrichment batch',
	description: 'Get the progress of a batch, and its records once it is complete',
	calls: [endpoints.batchStatus],
	fields: { id_processamento: batchId },
	prepare: (input) => input.id_processamento,
	run: async (id, service) => [(await fetchStatus(service, id)).raw],
});
