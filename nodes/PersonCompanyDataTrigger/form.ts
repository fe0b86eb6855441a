import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { EVENT_STATUSES } from '../../contract/model/vocabularies';
import { choices, toggle, type Fields, type Input } from '../../core/form/field';
import { readForm, showForm } from '../../core/form/form';
import type { EventKind, EventStatus } from './event';

const fields = {
	kinds: choices<EventKind>(
		// The label that n8n uses in all triggers: the nodes panel then offers one entry per kind.
		'Trigger On',
		undefined,
		[
			{ name: 'Enrichment Batches', value: 'batch', action: 'On enrichment batch done or failed' },
			{
				name: 'Layout Enrichment Jobs',
				value: 'enrichment',
				action: 'On layout enrichment job done or failed',
			},
			{ name: 'Prospecting Jobs', value: 'prospecting', action: 'On prospecting job done or failed' },
		],
		['enrichment', 'prospecting', 'batch'],
	),
	statuses: choices<EventStatus>(
		'Status',
		'Which states start the workflow',
		[
			{ name: EVENT_STATUSES.done, value: 'done' },
			{ name: EVENT_STATUSES.error, value: 'error' },
			{ name: EVENT_STATUSES.requested, value: 'requested' },
		],
		['done', 'error'],
	),
	confirm: toggle(
		'Confirm With the Service',
		'Whether to read the job or batch with the credential before the workflow starts. An event that the service does not confirm starts nothing. Reading is free and counts as a request.',
		true,
	),
} satisfies Fields;

const NOTICE: INodeProperties = {
	displayName:
		"Publish the workflow, then have your account's administrator enter the whole <b>Production URL</b>, found under <b>Webhook URLs</b> above, in the administrator profile of the service. For batches, enter it as <b>Webhook URL</b> in <b>Enrich in Batch</b>.",
	name: 'notice',
	type: 'notice',
	default: '',
};

export const properties: INodeProperties[] = [NOTICE, ...showForm(fields)];

export const readTrigger = (context: IWebhookFunctions): Input<typeof fields> =>
	readForm(fields, {
		where: { node: context.getNode(), item: 0 },
		parameter: (name, fallback) => context.getNodeParameter(name, fallback),
	});

/**
 * The last part is a secret, a hash of n8n's random workflow and node IDs: n8n shows it with the URL, keeps it in
 * no parameter, and answers calls without it with 404 before the node runs. Imports and duplicates have other IDs.
 */
export const EVENTS_PATH = '={{ "events/" + ($workflow.id + $nodeId).hash("sha256").slice(0, 40) }}';
