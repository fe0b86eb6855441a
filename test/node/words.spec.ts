import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, rows } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** Stand-ins for the live words: the real ones stand in no file of this package. */
const brandTerms = { chatApp: 'papo', socialUrl: 'url_rede', spreadsheet: 'planilha' };
const URL = 'https://social.example/in/synthetic-person-1';

let sandbox: Sandbox;
useSandbox({ persons: 500, companies: 100, brandTerms }, (started) => {
	sandbox = started;
});

const live = (): IDataObject => ({ ...credentialFor(sandbox), setWords: true, ...brandTerms });

it('go over the wire where the contract has its own, never in what the user wrote', async () => {
	await runNode({
		credential: live(),
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters: {
			filtros_pessoa: { has_social: true, cargos: rows('url_social') },
			filtros_empresa: { tem_social: false },
		},
	});
	expect(sandbox.requests.last?.body).toMatchObject({
		filtros_pessoa: { has_rede: true, cargos: ['url_social'] },
		filtros_empresa: { tem_rede: false },
	});
	expect(sandbox.requests.last?.unknownFields).toEqual([]);
});

it('name the identifiers of a batch, and its records are linked all the same', async () => {
	const { items, error } = await runNode({
		credential: live(),
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		parameters: { identifyBy: 'url_social' },
		items: [{ url_social: URL.replace('-1', '-2') }, { url_social: URL }],
	});
	expect(error).toBeUndefined();
	expect(sandbox.requests.of('b2bPersonEnrichBatch')[0].body).toMatchObject({
		contatos: [{ url_rede: URL.replace('-1', '-2') }, { url_rede: URL }],
	});
	expect(items.map(({ json, pairedItem }) => [json.outcome, json.valor_entrada, pairedItem])).toEqual([
		['enriched', URL.replace('-1', '-2'), { item: 0 }],
		['enriched', URL, { item: 1 }],
	]);
});
