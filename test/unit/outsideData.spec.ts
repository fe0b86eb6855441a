import type { IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../../core/client/connection';
import { readTable } from '../../core/files/csv';
import { download } from '../../core/files/download';

/** Outside data that was read wrongly once, as `test/properties` has found: one example of each. */

it('result files have the characters that they were written with', async () => {
	expect(await readTable(Buffer.from('a;b\n\uFFFD;ç\n'))).toEqual([{ a: '\uFFFD', b: 'ç' }]);
});

it('a file whose address n8n does not allow is asked for once, and the error says why', async () => {
	const httpRequest = jest
		.fn()
		.mockRejectedValue(new Error('The request was blocked because it resolves to a restricted IP address'));
	const context = {
		helpers: { httpRequest },
		getExecutionCancelSignal: () => undefined,
	} as unknown as IExecuteFunctions;
	const connection = { baseUrl: 'https://service.example/v1' } as Connection;
	await expect(download(context, connection, 'https://files.example/7')).rejects.toMatchObject({
		message: 'The result is ready, but its file could not be fetched',
		advice: expect.stringMatching(
			/^From files\.example: n8n's SSRF protection does not allow its address\. Nothing is lost: /,
		),
	});
	expect(httpRequest).toHaveBeenCalledTimes(1);
});
