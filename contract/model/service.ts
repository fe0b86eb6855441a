/** What the specification says about the whole interface. */
export const service = {
	version: '1.0',
	/** The path of the base URL ends with this. */
	basePathEnd: '/v1',
	authorization: { header: 'Authorization', scheme: 'Token' },
} as const;
