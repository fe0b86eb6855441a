import type { IPollFunctions } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { neutralNames } from '../../../contract/brandTerms';
import { sharedSession } from '../../../core/background/sharedSession';
import type { Connection } from '../../../core/client/connection';
import { Service } from '../../../core/client/service';
import { askOnce } from '../../../core/purchase/askOnce';

it('asks anew in each poll and event: an answer may have changed', async () => {
	const asked = jest.fn(async () => await Promise.resolve({ statusCode: 200, headers: {}, body: '{}' }));
	const context = {
		getNode: () => ({ id: 'n', type: 'x' }),
		getWorkflow: () => ({ id: 'w' }),
		helpers: { httpRequestWithAuthentication: asked },
	} as unknown as IPollFunctions;
	const connection: Connection = {
		account: 'a',
		baseUrl: 'https://service.example/v1',
		brandTerms: neutralNames,
		withoutKey: (text) => text,
		redact: (text) => text,
		pace: {},
		authentication: () => ({}),
	};
	for (let poll = 0; poll < 2; poll++) {
		const service = new Service(sharedSession(context, connection, 'polls', { requestsPerMinute: 0 }), []);
		await askOnce(service, { endpoint: endpoints.b2bPersonSearch, body: { pagina: 1 } });
	}
	expect(asked).toHaveBeenCalledTimes(2);
});
