import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { recordItem } from '../../core/read/batch';
import type { Service } from '../../core/client/service';
import { attempt } from '../../core/base/async';
import { presented } from '../../core/leads/present';
import { viewOf } from '../../core/leads/view';
import { UnknownAnswer } from '../../core/read/answer';
import { toOutputs } from '../../core/output/nothingFound';
import { outputResult, outputSettings } from '../../core/output/jobOutput';
import type { JobData } from './confirm';
import type { ServiceEvent } from './event';
import { LEADS, type TriggerInput } from './form';

/** The records of the result, each with the event, or only the event. */
export async function itemsWithResult(
	service: Service,
	{ id }: ServiceEvent,
	about: IDataObject,
	found: JobData,
	form: TriggerInput,
): Promise<INodeExecutionData[]> {
	const read = await attempt(
		'result' in found
			? outputResult(service, id, found.result, outputSettings(form))
			: Promise.resolve(found.batch.records.map((record) => recordItem(record, id))),
	);
	if (!read.ok && read.error instanceof UnknownAnswer) return [{ json: { ...read.error.raw, event: about } }];
	if (!read.ok) return [{ json: { ...about, resultError: read.error.message } }];
	// Of a job, only rows are leads, not a link or file.
	const view = 'result' in found && form.resultAs !== 'items' ? undefined : viewOf(LEADS, form);
	const outputs = await presented(service.session, toOutputs(read.value, [], 'drop'), view);
	const items = outputs.map(({ json, binary }): INodeExecutionData => ({
		json: { ...json, event: about },
		...(binary && { binary }),
	}));
	return items.length > 0 ? items : [{ json: about }];
}
