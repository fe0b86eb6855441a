import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { EVENT_JOB_TYPES, EVENT_STATUSES } from '../../contract/model/vocabularies';
import { integer } from '../../contract/model/schema';
import {
	choice,
	choices,
	collectionField,
	toggle,
	showWhen,
	type Fields,
	type Input,
} from '../../core/form/field';
import { DEFAULT_REQUESTS_PER_MINUTE } from '../../core/client/pace';
import { readForm, showForm } from '../../core/form/form';
import { leadFields } from '../../core/leads/view';
import type { Leads } from '../../core/leads/vocabulary';
import { optionalField } from '../../core/form/schemaField';
import { outputFields } from '../../core/output/jobOutput';
import type { EventKind, EventStatus } from './event';

const withResult = { includeResult: [true] };

export const LEADS = { about: 'any', source: 'record', show: withResult } as const satisfies Leads;

export const fields = {
	kinds: choices<EventKind>(
		// The label that n8n uses in all triggers: the nodes panel then offers one entry per kind.
		'Trigger On',
		undefined,
		[
			{ name: 'Enrichment Batches', value: 'batch', action: 'On enrichment batch done or failed' },
			{
				name: `${EVENT_JOB_TYPES.enrichment} Jobs`,
				value: 'enrichment',
				action: 'On enrichment job done or failed',
			},
			{
				name: `${EVENT_JOB_TYPES.prospecting} Jobs`,
				value: 'prospecting',
				action: 'On prospecting job done or failed',
			},
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
	includeResult: toggle(
		'Include Result',
		'Whether to fetch the result of the job or batch and start the workflow with it. Fetching is free and counts as a request.',
	),
	resultAs: showWhen(withResult, outputFields.resultAs),
	binaryPropertyName: showWhen(
		{ ...withResult, ...outputFields.binaryPropertyName.show },
		outputFields.binaryPropertyName,
	),
	...leadFields(LEADS),
	options: collectionField('Options', 'Add option', {
		ifNotConfirmable: choice(
			'If Confirmation Is Impossible',
			'What to do with an event when the service cannot be asked whether it is true, because it does not answer, has blocked the account, or too many events were not true',
			[
				{
					name: 'Have the Service Send It Again',
					value: 'again',
					description: 'The service tries three times, one minute apart; after that, the event is lost',
				},
				{
					name: 'Start the Workflow',
					value: 'start',
					description: 'The item then contains confirmed: false and the reason',
				},
			],
		),
		maxRequestsPerMinute: optionalField(
			integer('Maximum Requests per Minute', {
				description: `Maximum number of requests per minute to confirm events and fetch results, 0 for no limit. By default ${DEFAULT_REQUESTS_PER_MINUTE}.`,
				minimum: 0,
			}),
			{ default: DEFAULT_REQUESTS_PER_MINUTE },
		),
	}),
} satisfies Fields;

export type TriggerInput = Input<typeof fields>;

const NOTICE: INodeProperties = {
	displayName:
		'Publish the workflow, then have an administrator of the service enter the whole <b>Production URL</b>, found under <b>Webhook URLs</b> above, in the administrator profile.',
	name: 'notice',
	type: 'notice',
	default: '',
};

export const properties: INodeProperties[] = [NOTICE, ...showForm(fields)];

export const readTrigger = (context: IWebhookFunctions): TriggerInput =>
	readForm(fields, {
		where: { node: context.getNode(), item: 0 },
		parameter: (name, fallback) => context.getNodeParameter(name, fallback),
	});

/**
 * The last part is a secret, a hash of n8n's random workflow and node IDs: n8n shows it with the URL, keeps it in
 * no parameter, and answers calls without it with 404 before the node runs. Imports and duplicates have other IDs.
 */
export const EVENTS_PATH = '={{ "events/" + ($workflow.id + $nodeId).hash("sha256").slice(0, 40) }}';
