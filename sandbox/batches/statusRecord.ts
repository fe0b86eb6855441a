import { shuffled } from '../base/random';
import { companyDetails, personDetails } from '../data/records/b2bRecords';
import type { Service } from '../state/service';
import type { Batch, RecordResult } from './batch';

const seconds = (ms: number): number => Math.round(ms) / 1000;

/** The status record of a batch as it is now; the same for polling, push and synchronous answers. */
export function statusRecord(service: Service, batch: Batch, waitedMs?: number): Record<string, unknown> {
	const { id, state, contacts, results, error, closedAt, startedAt, durationMs } = batch;
	const closed = state !== 'processing';
	const succeeded = results.filter((result) => result.error === undefined);
	const share = (service.clock.now() - startedAt) / durationMs;
	return {
		id_processamento: id,
		concluido: closed,
		status: state,
		completados: closed ? results.length : Math.min(contacts.length, Math.floor(contacts.length * share)),
		total_registros: contacts.length,
		sucesso: succeeded.length,
		falhou: state === 'failed' ? contacts.length : results.length - succeeded.length,
		...(error !== undefined && { erro: error }),
		...(waitedMs !== undefined && { aguardou_segundos: seconds(waitedMs) }),
		...(closedAt !== undefined && { timestamp: seconds(closedAt) }),
		...routes(succeeded),
		// In another order than they were sent.
		...(results.length > 0 && {
			contatos: shuffled(startedAt, results).map((result) => row(service, batch, result)),
		}),
	};
}

/** How records were resolved; absent when there is nothing to count. */
function routes(succeeded: readonly RecordResult[]): Record<string, unknown> {
	const filled = succeeded.filter(({ empty }) => !empty);
	if (filled.length === 0) return {};
	const complete = filled.filter(({ identified }) => (identified?.index ?? 0) % 4 === 0).length;
	return { rota: { enriched: filled.length - complete, already_complete: complete } };
}

function row(
	{ persons, companies }: Service,
	{ kind }: Batch,
	{ identified, error, empty }: RecordResult,
): Record<string, unknown> {
	const details = (index: number): Record<string, unknown> =>
		kind === 'persons' ? personDetails(persons, companies, index) : companyDetails(companies, index);
	return {
		tipo_entrada: identified?.type ?? null,
		valor_entrada: identified === undefined ? null : String(identified.value),
		status: error === undefined ? 'completed' : 'failed',
		...(error !== undefined && { erro: error }),
		detalhes_contato: empty || identified?.index === undefined ? null : details(identified.index),
	};
}
