/** What the specification says of the interface as a whole. */
export const service = {
	version: '1.0',
	/** The path of the base address ends in this. */
	basePathEnd: '/v1',
	authorization: { header: 'Authorization', scheme: 'Token' },
} as const;
