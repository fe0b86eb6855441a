import { free } from '../billing';
import { endpoint } from '../endpoint';
import { statusRecord } from '../fields';
import { object, text } from '../schema';

/** GET /b2b/status/{id_processamento} */
export const batchStatus = endpoint({
	method: 'GET',
	path: '/b2b/status/{id_processamento}',
	section: 'b2b',
	purpose: 'State and result of a batch enrichment',
	billing: free,
	pathParameters: object('Path', { id_processamento: text('Batch ID', { examples: ['b1f0c2d4'] }) }, [
		'id_processamento',
	]),
	responses: { 200: statusRecord },
});
