import { isSkipped, type Skipped } from '../measure/skipped';
import type { Distant } from '../outcome/outcome';
import { LATENCY_MS, ROUND_TRIP_MS, ROUND_TRIPS_TO_CONNECT } from '../setup/plan';
import { comparisonTable, noiseLine, warnings } from './tables';

const HEAD = '## Over TLS and a distance';

const kept = LATENCY_MS + ROUND_TRIP_MS;
const opened = LATENCY_MS + (ROUND_TRIPS_TO_CONNECT + 1) * ROUND_TRIP_MS;

const HOW = `What users see: the same sandbox over TLS and a network in which a packet takes ${ROUND_TRIP_MS} ms there and back. A new connection costs ${ROUND_TRIPS_TO_CONNECT} round trips before it carries a request, one of TCP and two of TLS 1.2, and no session is taken up again. So a call takes ${kept} ms on an open connection and ${opened} ms on a new one, at best. n8n opens a connection for each request, whichever node sends it. Bytes are those on the wire, with what TLS adds; the bandwidth is not limited.`;

/** The comparisons over TLS. */
export function distantSection(distant: Distant | Skipped): string {
	if (isSkipped(distant)) return `${HEAD}\n\nNot measured: ${distant.skipped}`;
	const tables = distant.results.flatMap((result) => [
		`### ${result.title}, over TLS`,
		comparisonTable(result),
		noiseLine(result),
		...warnings(result),
	]);
	return [HEAD, HOW, ...tables].join('\n\n');
}
