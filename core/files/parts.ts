import { inTurns } from '../base/async';

/** Work on so many bytes takes milliseconds. */
const PART_BYTES = 2 * 1024 * 1024;

function* partsOf(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** The bytes of a file part by part, between which n8n gets its turn. */
export const inParts = (bytes: Buffer): AsyncGenerator<Buffer, void> => inTurns(partsOf(bytes));
