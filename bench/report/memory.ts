import { figureTable } from '../../tools/text/markdown';
import type { LiveMemory } from '../n8n/liveMemory';
import type { Outcome } from '../outcome/outcome';
import { megabytes } from './figures';

/** What a record of a search takes: in the output, and at most while it is loaded. */
export function perRecord({ records, beforeBytes, mostBytes, outputBytes }: LiveMemory) {
	return { output: (outputBytes - beforeBytes) / records, most: (mostBytes - beforeBytes) / records };
}

const HOW = `Memory in use in n8n's process (heap and what belongs to it), about each second after collecting garbage, in a run of its own that counts for no time. **Output**: when the node is done and n8n holds what it gave out; **at most**: up to then. What is beyond the output is what the node needs besides it.`;

/** Memory of this package's search, and of a list. */
export function memorySection({ surroundings, searches, lists }: Outcome['liveMemory']): string {
	const rows = [...searches, ...lists].map((one) => {
		const { output, most } = perRecord(one);
		return [
			one.title,
			one.records.toLocaleString('en'),
			megabytes(one.beforeBytes),
			megabytes(one.outputBytes - one.beforeBytes),
			megabytes(one.mostBytes - one.beforeBytes),
			output.toFixed(0),
			most.toFixed(0),
			`${(most / output).toFixed(2)}×`,
		];
	});
	const head = [
		'Work',
		'Records',
		'Before (MB)',
		'Output (MB)',
		'At most (MB)',
		'Output per record (bytes)',
		'At most per record (bytes)',
		'At most ÷ output',
	];
	const made = `Measured on ${surroundings.date}, commit ${surroundings.commit}.`;
	return ['## Memory in use', figureTable(head, rows), `${HOW} ${made}`].join('\n\n');
}
