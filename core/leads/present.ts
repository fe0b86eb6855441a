import type { IDataObject } from 'n8n-workflow';

import type { BrandTerms } from '../../contract/brandTerms';
import { reasonFor } from '../../contract/outcomes';
import { mapInTurns } from '../base/async';
import { asText, isFilled } from '../base/json';
import { plural } from '../base/text';
import type { Session } from '../client/session';
import type { Output } from '../output/result';
import { reasonIn } from '../read/error';
import { identifiers } from '../read/identifiers';
import { crms, inCrm } from './crm';
import { readRecord } from './read';
import { fieldNames, outputFields, type LeadView } from './view';
import { idOf, type FieldName, type Subject } from './vocabulary';

/**
 * Turns records into leads, as the last step before output: all earlier steps work on the records. Files and
 * anything that is not about a person or company stay unchanged.
 */
export async function presented(
	session: Pick<Session, 'connection' | 'hint'>,
	outputs: readonly Output[],
	view: LeadView | undefined,
): Promise<readonly Output[]> {
	if (view === undefined) return outputs;
	let unknown = 0;
	const leads = await mapInTurns(outputs, (output): Output => {
		const { json: record, binary, isRaw, items } = output;
		if (binary !== undefined || isRaw === true) return output;
		const json = leadItem(record, view, session.connection.brandTerms);
		if (json === record) unknown++;
		return { json, items };
	});
	if (unknown > 0)
		session.hint(
			`${plural(unknown, 'record has', 'records have')} an unknown format. What the service returned is output as it is.`,
		);
	return leads;
}

const BESIDE = ['search', 'sourceFile', 'idempotencyReplayed'];
const WHO: readonly FieldName[] = [...Object.values(identifiers), 'companyCnpj'];

/** Returns the record itself if nothing in it was recognized. */
export function leadItem(record: IDataObject, view: LeadView, brandTerms: BrandTerms): IDataObject {
	const reader = readRecord(view.about, record, brandTerms);
	const { subject, sent, find, read } = reader;
	const all = subject === undefined ? [] : fieldNames[subject];
	// An identifier says nothing else about the person or company; an email does.
	const isResult = (name: FieldName): boolean => name === 'email' || !WHO.includes(name);
	const isKnown = all.some((name) => isResult(name) && find(name) !== undefined);
	// A row of a file that only repeats what was sent has no result.
	const holdsMore = (): boolean =>
		Object.keys(record).filter((name) => !BESIDE.includes(name) && isFilled(record[name])).length >
		Object.keys(read(all)).length;
	const outcome = asText(record.outcome) ?? (isKnown || holdsMore() ? 'found' : 'not found');
	const { id_processamento: batchId, id } = record;
	const reason = reasonFor(outcome);
	const verdict: IDataObject = { outcome };
	if (reason !== undefined) verdict.reason = reasonOf(record, reason);
	if (batchId !== undefined) verdict.batchId = batchId;
	for (const name of BESIDE) if (record[name] !== undefined) verdict[name] = record[name];
	// That of a job without rows.
	if (reason !== undefined && typeof id === 'number') verdict.id = id;
	if (reason !== undefined) return Object.assign(verdict, read(all.filter((name) => WHO.includes(name))));
	if (subject === undefined || !isKnown) return record;
	const fields = shown(reader, subject, view);
	if (view.output === 'selected') return Object.assign(fields, verdict);
	const who: string[] = [idOf[subject], ...Object.keys(sent)];
	// CRMs find a company again by its CNPJ; a file of partners holds those of several companies.
	if (subject === 'company') who.push('cnpj');
	else if (record.sourceFile !== undefined) who.push('companyCnpj');
	return Object.assign(fields, verdict, read(all.filter((name) => who.includes(name))));
}

function reasonOf(record: IDataObject, own: string): string {
	const service = reasonIn(record);
	return asText(record.reason) ?? (service === undefined ? own : `${own} The service says: ${service}`);
}

function shown({ read }: ReturnType<typeof readRecord>, subject: Subject, view: LeadView): IDataObject {
	const { about, output } = view;
	if (output === 'simplified' || output === 'selected') return read(outputFields(view, subject), null);
	// Contacts and organizations take different routes in a workflow.
	return {
		crm: inCrm(crms[output][subject], read(fieldNames[subject])),
		...(about === 'any' && { kind: subject }),
	};
}
