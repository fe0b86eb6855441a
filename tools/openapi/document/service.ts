/** According to the specification. */
export const service = {
	version: '1.0',
	basePathEnd: '/v1',
	authorization: { header: 'Authorization', scheme: 'Token' },
} as const;
