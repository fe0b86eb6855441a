import { plural } from '../base/text';
import { inTurns } from '../base/async';
import type { Session } from '../client/session';
import type { Output } from '../output/outcome';
import { leadItem, type LeadView } from './view';

/**
 * Turns the service's records into leads, as the last step before they are output: all before it works on the records.
 * Files and what is not about a person or company stay as they are.
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
		const { json, isUnknown } = leadItem(output.json, view, session.connection.words);
		if (isUnknown) unknown++;
		leads.push({ ...output, json });
	}
	if (unknown > 0) session.hint(unrecognised(unknown));
	return leads;
}

const unrecognised = (unknown: number): string =>
	`${plural(unknown, 'record has', 'records have')} a shape that is not known, so what the service returned is output as it is.`;
