import { attempt } from '../base/async';

/**
 * Unpacks deflated bytes.
 * @param most more bytes than this are not unpacked
 * @returns `undefined` when the bytes are damaged or unpack to more
 */
export async function inflate(packed: Buffer, most: number): Promise<Buffer | undefined> {
	const stream = new Blob([new Uint8Array(packed)])
		.stream()
		.pipeThrough(new DecompressionStream('deflate-raw'));
	const read = await attempt(collect(stream, most));
	return read.ok ? read.value : undefined;
}

async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of stream) {
		length += chunk.length;
		if (length > most) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, length);
}
