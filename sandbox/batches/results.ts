import type { Settings } from '../base/settings';
import type { Service } from '../state/service';
import type { Batch, RecordResult } from './batch';
import { identify, type Contact } from './contact';

/** Is this record the n-th, 2n-th, …? */
export const isNth = (position: number, n: number): boolean => n > 0 && position % n === 0;

/** What becomes of each record. `position` is the place of the first one, from 1. */
export const workOn = (service: Service, batch: Batch, position: number): RecordResult[] =>
	batch.contacts.map((contact, i) => workOnRecord(service, batch, contact, position + i));

function workOnRecord(service: Service, batch: Batch, contact: Contact, position: number): RecordResult {
	const { settings } = service;
	const identified = identify(service, batch.kind, contact);
	const failed = (error: string): RecordResult => ({
		identified,
		status: 'failed',
		error,
		empty: true,
		refunded: true,
	});
	if (identified === undefined) {
		if (settings.unidentifiedContacts === 'failed') return failed('No recognised identifier');
		return { status: 'completed', empty: true, refunded: false };
	}
	if (isNth(position, settings.failEveryNthRecord)) return failed('Record could not be enriched');
	if (identified.index === undefined) return failed('Record not found');
	const empty =
		isNth(position, settings.emptyEveryNthRecord) ||
		(identified.type === 'cnpj' && settings.companyByCnpj === 'empty');
	return { identified, status: 'completed', empty, refunded: empty && refundsEmpty(settings, batch) };
}

const refundsEmpty = (settings: Settings, batch: Batch): boolean =>
	(batch.sync ? settings.syncEmptyRecords : settings.emptyRecords) === 'refunded';
