import { free } from '../../model/billing';
import { endpoint } from '../../model/endpoint';
import { statusRecord } from '../../model/fields';
import { anything, assumed, object, text } from '../../model/schema';

export const batchStatus = endpoint({
	method: 'GET',
	path: '/b2b/status/{id_processamento}',
	purpose: 'Get the status and result of a batch enrichment',
	billing: free,
	pathParameters: object('Path', { id_processamento: text('Batch ID', { examples: ['b1f0c2d4'] }) }, [
		'id_processamento',
	]),
	responses: { 200: statusRecord, 404: assumed(['guess'], anything('No Such Batch')) },
});
