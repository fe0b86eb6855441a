import { endpoints } from '../../../../contract';
import type { Endpoint } from '../../../../contract/model/endpoint';
import { webhookUrl } from '../../../../contract/endpoints/b2b/enrichment';
import { choice, forRun, showWhen } from '../../../../core/form/field';
import { optionalField } from '../../../../core/form/schemaField';
import { operation, type Operation } from '../../run/operation';
import { skipEnriched, waitLimit } from '../fields';
import { enrichAll, ofContacts, type Enrichment } from './background';
import { waysToWait, whileWaiting } from './batchCallback';
import { identifierFields, chosenIdentifier, skipFindingId } from './identifier';
import { subjects, type Subject } from './subjects';

export const enrichEach = (about: Subject): Operation =>
	enrichInBackground(about, subjects[about].enrich, {
		name: 'Enrich',
		action: `Enrich B2B ${about}`,
		description: `Enrich each ${about} in a background request of its own; for lists, use Enrich in Batch`,
	});

export const enrichInBatch = (about: Subject): Operation =>
	enrichInBackground(about, subjects[about].enrichBatch, {
		name: 'Enrich in Batch',
		action: `Enrich B2B ${subjects[about].plural} in batch`,
		description: 'Enrich a list: all input items together, up to 10,000 per request',
	});

function enrichInBackground(
	about: Subject,
	endpoint: Endpoint,
	texts: Pick<Operation, 'name' | 'action' | 'description'>,
): Operation {
	const findsId = about === 'company';
	return operation({
		...texts,
		calls: [endpoint, ...(findsId ? [endpoints.b2bCompanyFind] : []), endpoints.batchStatus],
		fields: {
			...identifierFields(subjects[about].contact),
			afterSubmission: forRun(
				choice('After Submission', undefined, [
					...waysToWait,
					{
						name: 'Return Immediately',
						value: 'return',
						description: 'Output the batch ID; you can read the result later',
					},
				]),
			),
			waitLimit: showWhen(whileWaiting, waitLimit),
		},
		leads: { about, source: 'record', show: whileWaiting },
		options: { skipEnriched, ...(findsId && { skipFindingId }), url_webhook: optionalField(webhookUrl) },
		prepare: (input): Enrichment => ({
			about,
			endpoint,
			contact: chosenIdentifier(input),
			settings: { ...input.options, afterSubmission: input.afterSubmission, waitLimit: input.waitLimit },
		}),
		...ofContacts,
		runAll: enrichAll,
	});
}
