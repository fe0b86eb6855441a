import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import type { Sandbox } from '../../sandbox';

/** What the free operations that go on with something need: it was made before. */
export interface Made {
	readonly batch: string;
	readonly job: number;
	readonly layoutJob: number;
}

/** Lets the service make what the free operations go on with. */
export async function make({
	apiKey,
	baseUrl,
	persons,
}: Pick<Sandbox, 'apiKey' | 'baseUrl' | 'persons'>): Promise<Made> {
	const post = async (path: string, body: unknown): Promise<IDataObject> => {
		const response = await fetch(baseUrl + path, {
			method: 'POST',
			headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return (await response.json()) as IDataObject;
	};
	const contatos = [0, 1].map((i) => ({ id_pessoa: persons.id(i) }));
	const batch = await post(endpoints.b2bPersonEnrichBatch.path, { contatos });
	const job = await post(endpoints.personJob.path, {
		export: true,
		// The service looks for persons of the job's name, too.
		name: 'Synthetic',
		quantity: 5,
		states: ['SP', 'RJ', 'MG'],
	});
	const file = Buffer.from(`cpf\n${persons.cpf(0)}\n`).toString('base64');
	const layoutJob = await post(endpoints.layoutEnrichmentCreate.path, {
		name: 'Made',
		layout_id: 1,
		file,
	});
	return { batch: String(batch.id_processamento), job: Number(job.id), layoutJob: Number(layoutJob.id) };
}
