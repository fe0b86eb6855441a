import { shuffled } from '../base/random';
import { companyDetails, personDetails } from '../data/records/b2bRecords';
import { writtenDocuments } from '../data/records/documents';
import type { Service } from '../state/service';
import type { Batch, RecordResult } from './batch';

const seconds = (ms: number): number => Math.round(ms) / 1000;

/** The status record of a batch as it is now; the same for polling, push and synchronous answers. */
export function statusRecord(service: Service, batch: Batch, waitedMs?: number): Record<string, unknown> {
	const succeeded = batch.results.filter(({ status }) => status === 'completed');
	const closed = batch.state !== 'processing';
	return {
		id_processamento: batch.id,
		concluido: closed,
		status: batch.state,
		completados: closed ? batch.results.length : recordsDone(service, batch),
		total_registros: batch.contacts.length,
		sucesso: succeeded.length,
		falhou: batch.state === 'failed' ? batch.contacts.length - succeeded.length : countFailed(batch),
		...(batch.error === undefined ? {} : { erro: batch.error }),
		...(waitedMs === undefined ? {} : { aguardou_segundos: seconds(waitedMs) }),
		...(batch.closedAt === undefined ? {} : { timestamp: seconds(batch.closedAt) }),
		...routes(succeeded),
		...(batch.results.length === 0 ? {} : { contatos: rows(service, batch) }),
	};
}

const countFailed = (batch: Batch): number =>
	batch.results.filter(({ status }) => status === 'failed').length;

function recordsDone(service: Service, batch: Batch): number {
	const share = (service.clock.now() - batch.startedAt) / batch.durationMs;
	return Math.min(batch.contacts.length, Math.floor(batch.contacts.length * share));
}

/** How records were resolved; absent when there is nothing to count. */
function routes(succeeded: readonly RecordResult[]): Record<string, unknown> {
	const indices = succeeded.flatMap(({ empty, identified }) => (empty ? [] : [identified?.index ?? 0]));
	if (indices.length === 0) return {};
	const complete = indices.filter((index) => index % 4 === 0).length;
	return { rota: { enriched: indices.length - complete, already_complete: complete } };
}

function rows(service: Service, batch: Batch): Array<Record<string, unknown>> {
	return shuffled(batch.jobId, batch.results).map((result) => row(service, batch, result));
}

function row(service: Service, batch: Batch, result: RecordResult): Record<string, unknown> {
	const { identified, status, error, empty } = result;
	const { recordData } = service.settings;
	const found = empty || identified?.index === undefined ? null : details(service, batch, identified.index);
	return {
		tipo_entrada: identified?.type ?? null,
		valor_entrada: identified === undefined ? null : String(identified.value),
		status,
		...(error === undefined ? {} : { erro: error }),
		...(recordData === 'details' ? { detalhes_contato: found } : found),
	};
}

const details = (
	{ persons, companies, settings }: Service,
	{ kind }: Batch,
	index: number,
): Record<string, unknown> =>
	writtenDocuments(
		kind === 'persons' ? personDetails(persons, companies, index) : companyDetails(companies, index),
		settings,
	);
