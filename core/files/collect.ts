/** The bytes of a stream; `undefined` as soon as they are more, and no more of it is read then. */
export async function collect(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of stream) {
		length += chunk.length;
		if (length > most) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, length);
}
