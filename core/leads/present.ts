import type { IDataObject } from 'n8n-workflow';

import type { BrandTerms } from '../../contract/brandTerms';
import { reasonFor } from '../../contract/outcomes';
import { inTurns } from '../base/async';
import { asText, isFilled } from '../base/json';
import { plural } from '../base/text';
import type { Session } from '../client/session';
import type { Output } from '../output/outcome';
import { reasonIn } from '../read/error';
import { crms, inCrm } from './crm';
import { readLead } from './read';
import { namesOf, type LeadView } from './view';
import { IDENTITY, idOf, simplified, type FieldName, type Lead, type Subject } from './vocabulary';

/**
 * Turns records into leads, as the last step before output: all earlier steps work on the records. Files and
 * anything that is not about a person or company stay unchanged.
 */
export async function presented(
	session: Pick<Session, 'connection' | 'hint'>,
	outputs: readonly Output[],
	view: LeadView | undefined,
): Promise<readonly Output[]> {
	if (view === undefined || view.output === 'raw') return outputs;
	let unknown = 0;
	const leads: Output[] = [];
	for await (const output of inTurns(outputs)) {
		if (output.binary !== undefined || output.isRaw === true) {
			leads.push(output);
			continue;
		}
		const json = leadItem(output.json, view, session.connection.brandTerms);
		if (json === output.json) unknown++;
		leads.push({ ...output, json });
	}
	if (unknown > 0)
		session.hint(
			`${plural(unknown, 'record has', 'records have')} an unknown format. What the service returned is output as it is.`,
		);
	return leads;
}

const BESIDE = ['search', 'sourceFile', 'idempotencyReplayed'];

const pick = (from: object, names: readonly string[]): IDataObject =>
	Object.fromEntries(
		Object.entries(from).filter(([name, value]) => names.includes(name) && value !== undefined),
	);

/** Returns the record itself if nothing in it was recognised. */
export function leadItem(record: IDataObject, view: LeadView, brandTerms: BrandTerms): IDataObject {
	const { subject, lead, sent } = readLead(view.about, record, brandTerms);
	const isKnown = subject !== undefined && Object.keys(lead).some((name) => !IDENTITY.includes(name));
	// A row of a file that only repeats what was sent has no result.
	const filled = Object.keys(record).filter((name) => !BESIDE.includes(name) && isFilled(record[name]));
	const isFound = isKnown || filled.length > Object.keys(lead).length;
	const outcome = asText(record.outcome) ?? (isFound ? 'found' : 'not found');
	const { id_processamento: batchId, id } = record;
	const reason = reasonFor(outcome);
	const verdict = {
		outcome,
		...(reason !== undefined && { reason: reasonOf(record, reason) }),
		...(batchId !== undefined && { batchId }),
		...pick(record, BESIDE),
	};
	// `id` is that of a job without rows.
	if (reason !== undefined)
		return { ...verdict, ...pick(lead, [...IDENTITY, 'email']), ...(typeof id === 'number' && { id }) };
	if (!isKnown) return record;
	const fields = shown(lead, subject, view);
	if (view.output === 'selected') return { ...fields, ...verdict };
	// CRMs find a company again by its CNPJ; a file of partners holds those of several companies.
	const others = subject === 'company' ? ['cnpj'] : record.sourceFile === undefined ? [] : ['companyCnpj'];
	const who = [idOf[subject], ...Object.keys(sent), ...others];
	return { ...fields, ...verdict, ...pick(lead, who) };
}

function reasonOf(record: IDataObject, own: string): string {
	const service = reasonIn(record);
	return asText(record.reason) ?? (service === undefined ? own : `${own} The service says: ${service}`);
}

function shown(
	lead: Lead,
	subject: Subject,
	{ about, source, output, selectedFields }: LeadView,
): IDataObject {
	const orNull = (names: readonly FieldName[]): IDataObject =>
		Object.fromEntries(names.map((name) => [name, lead[name] ?? null]));
	if (output === 'selected') return orNull(selectedFields?.length ? selectedFields : namesOf(subject));
	if (output === 'simplified' || output === 'raw') return orNull(simplified[source][subject]);
	// Contacts and organizations take different routes in a workflow.
	return { crm: inCrm(crms[output][subject], lead), ...(about === 'any' && { kind: subject }) };
}
