import { free, perRecord } from '../../model/billing';
import { endpoint } from '../../model/endpoint';
import { limits } from '../../model/limits';
import {
	anything,
	assumed,
	flag,
	integer,
	list,
	object,
	someOf,
	text,
	type ObjectSchema,
} from '../../model/schema';

/** The service probes it with HEAD before accepting the call. */
export const webhookUrl = text('Webhook URL', {
	description: 'Public URL that gets the result; the service tests it first',
	format: 'uri',
	examples: ['https://n8n.company.com/webhook/batch-done'],
});

/** The same in webhook, status and synchronous responses. */
export const resultRecord = object('Record', {
	status: text('Status', { description: 'Status of this record; may be failed' }),
	erro: assumed(['guess'], text('Error'), 'the specification mentions an error but not its field name'),
	tipo_entrada: assumed(['documented', 'measured'], text('Identifier Type')),
	valor_entrada: assumed(['documented', 'measured'], text('Identifier')),
	detalhes_contato: object('Details', {}),
});

export const statusRecord = object('Processing Status', {
	id_processamento: text('Batch ID'),
	concluido: flag('Finished'),
	status: text('Batch Status', { enum: ['processing', 'completed', 'failed'] }),
	completados: integer('Records Done'),
	total_registros: integer('Records in Batch', { 'x-aliases': ['total'] }),
	total: assumed(
		['documented'],
		integer('Records in Batch'),
		'name of total_registros on the reference page',
	),
	sucesso: integer('Succeeded'),
	falhou: integer('Failed and Refunded'),
	erro: text('Failure Reason'),
	aguardou_segundos: { type: 'number', title: 'Seconds Waited' },
	timestamp: { type: 'number', title: 'Finished At (Epoch)' },
	rota: object('How Records Were Resolved', {
		enriched: integer('Enriched'),
		already_complete: integer('Already Complete'),
	}),
	contatos: list('Records', resultRecord),
});

export const submissionResponse = object('Submission', {
	sucesso: flag('Success'),
	id_processamento: text('Batch ID'),
	quantidade: integer('Records Accepted'),
	url_webhook: text('Webhook URL'),
	mensagem: assumed(['documented'], text('Message')),
});

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

export const enrichment = { method: 'POST', wallet: 'b2b', billing: perRecord, creates: true } as const;

const idempotencyHeader = object('Headers', {
	'Idempotency-Key': text('Idempotency Key', {
		description: 'What is longer is cut off, not refused',
		maxLength: limits.idempotencyKeyLength,
		'x-cut': true,
	}),
});

const heldAnswerHeaders = object('Headers', {
	Location: text('Status Path', { description: 'Path of the batch status' }),
	'Cache-Control': text('Cache Control', { const: 'no-store' }),
	'Idempotency-Replayed': text('Replayed', {
		description: '"true" when the response repeats that of an earlier call with the same key',
	}),
	'Retry-After': text('Retry After', {
		description: 'Seconds to wait before reading the status after a 202',
	}),
});

/**
 * The server holds these calls until the result is ready. They take at least one identifier, in an object of either
 * name or at the root.
 */
export function heldEnrichment<const Contact extends ObjectSchema>(contact: Contact) {
	const identified = { ...contact, ...someOf(Object.keys(contact.properties)) };
	return {
		...enrichment,
		idempotent: true,
		holdSeconds: limits.holdSeconds,
		headers: idempotencyHeader,
		responseHeaders: heldAnswerHeaders,
		body: object('Enrichment', { contato: identified }, ['contato']),
		otherBodies: [object('Enrichment', { contact: identified }, ['contact']), identified],
	} as const;
}
