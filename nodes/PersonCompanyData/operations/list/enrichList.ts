import type { IDataObject } from 'n8n-workflow';

import { atMost } from '../../../../core/base/async';
import { Purchases } from '../../../../core/purchase/purchases';
import { ifRecordFails, skipEnriched, waitLimit } from '../../shared/fields';
import { enrichAll, ofContacts, type Enrichment } from '../../shared/enrichment/background';
import { waysToWait } from '../../shared/enrichment/batchCallback';
import { recogniseIn, valueIn } from '../../shared/enrichment/columns';
import { anyContact, skipFindingId } from '../../shared/enrichment/identifier';
import { partsIn } from '../../shared/enrichment/recognise';
import { subjects } from '../../shared/enrichment/subjects';
import { recordsIn } from '../../../../core/read/answer';
import {
	attempt, askIfFound, choice, combine, endpoints, forRun, InvalidItem, operation,
	type CheckedItem, type ObjectSchema, type RunResult, type Output, type Problem, type Service,
} from '../../shared/prelude'; // prettier-ignore

/** For a person by CPF: no enrichment is specified to take one, but the registry does. */
const registry = endpoints.personGet;

type Items = ReadonlyArray<CheckedItem<Enrichment>>;

export const enrichList = operation({
	name: 'Enrich',
	action: 'Enrich list of companies and persons',
	description:
		'Enrich a mixed list by CNPJ, email, profile URL or ID, with one output row for each input row; persons by CPF come from the registry, for 1 B2C credit each',
	hint: 'For a mixed list from a spreadsheet, a CRM or a Data Table: one output row for each input row. Goes after the node that reads the list.',
	calls: [
		endpoints.b2bCompanyEnrichBatch,
		endpoints.b2bPersonEnrichBatch,
		endpoints.b2bCompanyFind,
		registry,
		endpoints.batchStatus,
	],
	overridable: [endpoints.b2bCompanyEnrichBatch, endpoints.b2bPersonEnrichBatch],
	fields: {
		contact: {
			...anyContact,
			property: {
				...anyContact.property,
				description: `${anyContact.property.description}. A list may be pasted: each of its entries becomes a row.`,
				typeOptions: { rows: 3 },
			},
		},
		afterSubmission: forRun(choice('After Submission', undefined, waysToWait)),
		waitLimit,
	},
	leads: { about: 'any', source: 'record' },
	list: {
		field: 'contact',
		label: anyContact.property.displayName,
		valueIn,
		partsIn,
	},
	options: {
		ifRecordFails,
		skipEnriched,
		skipFindingId,
	},
	prepare: ({ contact: given, options, ...waiting }): Enrichment => {
		const recognised = recogniseIn(given);
		if ('problem' in recognised) throw new InvalidItem(`The contact ${recognised.problem}`);
		const { about, contact } = recognised;
		return {
			about,
			contact,
			endpoint: contact.name === 'cpf' ? registry : subjects[about].enrichBatch,
			settings: { ...options, ...waiting },
		};
	},
	...ofContacts,
	kindOf: ({ about, contact: { name } }) => {
		const { properties }: ObjectSchema = subjects[about].contact;
		return properties[name].title ?? name;
	},
	outputsEveryItem: true,
	runAll: async (prepared, service): Promise<RunResult> => {
		const byCpf = prepared.filter(({ input }) => input.endpoint === registry);
		const others = prepared.filter(({ input }) => input.endpoint !== registry);
		// Looked up first: enrichments waited for by webhook come out in another run.
		const lookups = await lookUp(byCpf, service);
		return others.length === 0 ? lookups : combine([lookups, await enrichAll(others, service)]);
	},
});

const NOT_IN_REGISTRY: IDataObject = {
	outcome: 'not found',
	reason: 'The registry has no person with this CPF, so nothing was charged.',
};

/** Equal rows share a call, and the same CPF is free again for a day. */
async function lookUp(items: Items, service: Service): Promise<RunResult> {
	const { session } = service;
	const purchases = Purchases.of(session);
	const outputs: Output[] = [];
	const problems: Problem[] = [];
	await atMost(session.limits.concurrency, items, async ({ item, purchaseKey, input: { contact } }) => {
		const asked = askIfFound(service, { endpoint: registry, query: { cpf: contact.value } });
		const answer = await attempt(asked.then((body) => recordsIn(registry, body)));
		if (!answer.ok) {
			problems.push({ items: [item], error: answer.error });
			return;
		}
		session.noteAnswered(purchaseKey);
		const [record] = answer.value;
		if (record !== undefined && purchases.has(purchaseKey)) purchases.decide([purchaseKey], 'answered');
		outputs.push({
			json: record === undefined ? { ...NOT_IN_REGISTRY } : { ...record, outcome: 'enriched' },
			items: [item],
		});
	});
	return { outputs, problems };
}
