import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { recordItem } from '../../core/output/batchRecord';
import { FileRecord, NotFound, type Produced } from '../../core/output/outcome';
import type { Service } from '../../core/client/service';
import { attempt } from '../../core/base/async';
import { outputResult, type OutputSettings } from '../../core/output/jobOutput';
import type { JobData } from './confirm';
import type { ServiceEvent } from './event';

/** The items that start a workflow: the records of the result, each with the event, or only the event. */
export async function itemsWithResult(
	service: Service,
	event: ServiceEvent,
	about: IDataObject,
	found: JobData,
	settings: OutputSettings,
): Promise<INodeExecutionData[]> {
	const read = await attempt(resultOf(service, event, found, settings));
	if (!read.ok) return [{ json: { ...about, resultError: read.error.message } }];
	const items = read.value.flatMap((record) => toItem(record, about));
	return items.length > 0 ? items : [{ json: about }];
}

async function resultOf(
	service: Service,
	{ id }: ServiceEvent,
	found: JobData,
	settings: OutputSettings,
): Promise<readonly Produced[]> {
	if ('result' in found) return await outputResult(service, id, found.result, settings);
	return found.batch.records.map((record) => recordItem(record, id));
}

/** A record with its event; empty when nothing was found. */
function toItem(record: Produced, event: IDataObject): INodeExecutionData[] {
	if (record instanceof NotFound) return [];
	return record instanceof FileRecord
		? [{ json: { ...record.json, event }, binary: record.binary }]
		: [{ json: { ...record, event } }];
}
