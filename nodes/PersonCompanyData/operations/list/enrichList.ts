import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import type { ObjectSchema } from '../../../../contract/model/schema';
import { atMost, attempt } from '../../../../core/base/async';
import type { Service } from '../../../../core/client/service';
import { choice, forRun, WHOLE_ITEM, type Field } from '../../../../core/form/field';
import { combine, failed, InvalidItem, type RunResult } from '../../../../core/output/result';
import { askIfFound } from '../../../../core/purchase/askOnce';
import { Purchases } from '../../../../core/purchase/purchases';
import { recordsIn } from '../../../../core/read/answer';
import { operation, type CheckedItem } from '../../run/operation';
import { enrichAll, ofContacts, type Enrichment } from '../../shared/enrichment/background';
import { waysToWait } from '../../shared/enrichment/batchCallback';
import { recognizeIn, valueIn } from '../../shared/enrichment/columns';
import { skipFindingId } from '../../shared/enrichment/identifier';
import { partsIn } from '../../shared/enrichment/recognize';
import { subjects } from '../../shared/enrichment/subjects';
import { skipEnriched, waitLimit } from '../../shared/fields';

/** For a person by CPF: no enrichment is specified to take one, but the registry does. */
const registry = endpoints.personGet;

type Items = ReadonlyArray<CheckedItem<Enrichment>>;

/** A single value, a whole row to find the identifier in, or a list of either. */
const contact: Field<unknown> = {
	property: {
		displayName: 'Contact',
		type: 'string',
		typeOptions: { rows: 3 },
		required: true,
		default: WHOLE_ITEM,
		placeholder: 'e.g. 12.345.678/0001-95',
		description:
			'A CNPJ, CPF, email, profile URL or ID; found in the item by default. A list may be pasted, on lines or separated by spaces, commas or semicolons: each entry becomes a row.',
	},
	read: (value) => value,
};

export const enrichList = operation({
	name: 'Enrich',
	action: 'Enrich list of companies and persons',
	description:
		'Enrich a mixed list by CNPJ, email, profile URL or ID, with one output row for each input row. A CPF is looked up in the registry, for 1 B2C credit instead. Finding a company by CNPJ counts as 1 B2B credit more (free so far)',
	calls: [
		endpoints.b2bCompanyEnrichBatch,
		endpoints.b2bPersonEnrichBatch,
		endpoints.b2bCompanyFind,
		registry,
		endpoints.batchStatus,
	],
	overridable: [endpoints.b2bCompanyEnrichBatch, endpoints.b2bPersonEnrichBatch],
	fields: {
		contact,
		afterSubmission: forRun(choice('After Submission', undefined, waysToWait)),
		waitLimit,
	},
	leads: { about: 'any', source: 'record' },
	list: { field: 'contact', label: contact.property.displayName, valueIn, partsIn },
	options: { skipEnriched, skipFindingId },
	prepare: ({ contact: given, options, ...waiting }): Enrichment => {
		const recognized = recognizeIn(given);
		if ('problem' in recognized) throw new InvalidItem(`The contact ${recognized.problem}`);
		const { about, contact: found } = recognized;
		return {
			about,
			contact: found,
			endpoint: found.name === 'cpf' ? registry : subjects[about].enrichBatch,
			settings: { ...options, ...waiting },
		};
	},
	...ofContacts,
	kindOf: ({ about, contact: { name } }) => {
		const { properties }: ObjectSchema = subjects[about].contact;
		return properties[name].title ?? name;
	},
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
	const lookUpOne = async ({ item, purchaseKey, input }: Items[number]): Promise<RunResult> => {
		const asked = askIfFound(service, { endpoint: registry, query: { cpf: input.contact.value } });
		const answer = await attempt(asked.then((body) => recordsIn(registry, body)));
		if (!answer.ok) return failed([item], answer.error);
		session.noteAnswered(purchaseKey);
		const [record] = answer.value;
		if (record !== undefined && purchases.has(purchaseKey)) purchases.decide([purchaseKey], 'answered');
		const json = record === undefined ? { ...NOT_IN_REGISTRY } : { ...record, outcome: 'enriched' };
		return { outputs: [{ json, items: [item] }], problems: [] };
	};
	return combine(await atMost(session.limits.concurrency, items, lookUpOne));
}
