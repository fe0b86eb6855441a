import { endpoints } from '../../../contract';
import { jobEvent } from '../../../tools/openapi/document/document';
import { statusRecord, submissionResponse } from '../../../contract/endpoints/b2b/enrichment';
import { limits } from '../../../contract/model/limits';
import type { Schema } from '../../../contract/model/schema';
import { AUTOCOMPLETE_KINDS } from '../../../contract/model/vocabularies';
import { codesIn, numbersIn, rowsAfter } from './specification';

type Properties = Readonly<Record<string, Schema>>;

const specifiedOnly = (properties: Properties): Properties =>
	Object.fromEntries(Object.entries(properties).filter(([, schema]) => schema['x-assumed'] === undefined));

/** The type of a schema as the tables of the specification write it. */
function typeInWords(schema: Schema): string {
	if (schema.anyOf !== undefined && schema.type === undefined) return typeInWords(schema.anyOf[0]);
	return schema.type === 'array' ? `array of ${String(schema.items?.type)}s` : String(schema.type);
}

/** Requires the fields of a table: names, types, and no further field that is not marked as assumed. */
function expectTable(heading: string, properties: Properties): void {
	const rows = rowsAfter(heading);
	for (const [name, type] of rows) {
		expect(properties).toHaveProperty([name]);
		const [wanted] = type.split(',');
		if (wanted !== '') expect([name, typeInWords(properties[name])]).toEqual([name, wanted]);
	}
	const named = rows.map(([name]) => name);
	expect(Object.keys(specifiedOnly(properties)).filter((name) => !named.includes(name))).toEqual([]);
}

describe('the fields of the contract', () => {
	it('are those of the B2B person search', () => {
		expectTable(
			'### B2B person search request (POST /b2b/persons/)',
			endpoints.b2bPersonSearch.body.properties,
		);
		expectTable('### B2B person search response', endpoints.b2bPersonSearch.responses[200].properties);
		const row = endpoints.b2bPersonSearch.responses[200].properties.dados.items.properties;
		expect(Object.keys(specifiedOnly(row))).toEqual(['id_pessoa', 'nome', 'cargo', 'id_empresa']);
	});

	it('are those of the batch submission', () => {
		expect(Object.keys(specifiedOnly(submissionResponse.properties)).sort()).toEqual([
			'id_processamento',
			'quantidade',
			'sucesso',
			'url_webhook',
		]);
	});

	it('are those of the processing status', () => {
		expectTable('### Processing status record (GET /b2b/status/{id_processamento})', statusRecord.properties);
		const row = rowsAfter('### Processing status record (GET /b2b/status/{id_processamento})').find(
			([name]) => name === 'status',
		);
		expect(statusRecord.properties.status.enum).toEqual(codesIn(row?.[2] ?? ''));
	});

	it('are those of the pushed event', () => {
		expectTable('### Webhook payload', jobEvent.properties);
		for (const [name, , values] of rowsAfter('### Webhook payload').slice(1)) {
			expect((jobEvent.properties as Properties)[name].enum).toEqual(codesIn(values));
		}
	});
});

describe('persons prospecting', () => {
	const heading = '### Prospecting (persons) request fields (POST /persons/prospect/)';
	const { personCount, personJob } = endpoints;
	const properties: Properties = { ...personCount.body.properties, ...personJob.body.properties };

	it('has the fields of the specification and no other', () => {
		expectTable(heading, properties);
		expect(Object.keys(properties).sort()).toEqual(
			rowsAfter(heading)
				.map(([name]) => name)
				.sort(),
		);
	});

	it('has the closed lists of the specification', () => {
		const valuesOf = (schema: Schema): unknown =>
			schema.enum ?? schema.items?.enum ?? (schema.const === undefined ? undefined : [schema.const]);
		const closed = rowsAfter(heading).filter(([, , notes]) => /^enum|^only value/.test(notes));
		expect(closed.map(([name]) => name)).toEqual(['gender', 'contact_channels', 'plan', 'file_formatting']);
		for (const [name, , notes] of closed) {
			const specified = codesIn(notes.split(';')[0]).filter((code) => code === '3' || name !== 'plan');
			expect([...(valuesOf(properties[name]) as string[])].sort()).toEqual(specified.sort());
		}
	});

	it('needs one of the five locale filters', () => {
		const needed = ['cities', 'states', 'ddds', 'neighborhoodies', 'geo_points'];
		for (const { body } of [personCount, personJob]) {
			expect(body.anyOf.flatMap(({ required }) => required)).toEqual(needed);
		}
	});

	it('has the three forms of an area', () => {
		const forms = rowsAfter('geo_points forms:');
		const ours: readonly Schema[] = personCount.body.properties.geo_points.anyOf;
		expect(ours.map((form) => form.properties?.type.const)).toEqual(forms.map(([type]) => type));
		for (const [i, [, data]] of forms.entries()) {
			const schema = ours[i].properties?.data;
			const fields = Object.entries(schema?.items?.properties ?? schema?.properties ?? {});
			const names = fields.flatMap(([name, field]) => [name, ...Object.keys(field.properties ?? {})]);
			expect(names).toEqual(codesIn(data.split(';')[0]));
		}
	});
});

describe('the limits', () => {
	const expected: Readonly<Record<string, readonly number[]>> = {
		'Default requests per account': [limits.requestsPerDay, limits.blockHours],
		'B2C product (lookup, enrichment, prospecting)': [limits.b2cRequestsPerMonth],
		'B2B product (B2B prospecting and lookup)': [limits.b2bRequestsPerMonth],
		'B2B search cache': [limits.searchCacheDays],
		'Grace window per document (/persons/, /companies/)': [limits.documentGraceHours],
		'Completed status response cache': [limits.completedStatusCacheSeconds, limits.pollSeconds],
		'Async person enrichment': [limits.contactsPerBatch],
		'Synchronous company enrichment': [1, limits.holdSeconds],
		'Idempotency key': [limits.idempotencyKeyLength, limits.idempotencyKeyHours],
		'Chat-app batch': [limits.chatAppBatchNumbers],
		'Autocomplete results': [limits.autocompleteResults],
		'Layout 3 e-mails': [limits.layout3Emails],
		'quantity (prospecting job)': [limits.leastJobQuantity],
		Webhook: [limits.webhookTimeoutSeconds, limits.webhookAttempts, limits.webhookRetrySeconds / 60],
	};

	it.each(rowsAfter('## Limits'))('are those of the specification: %s', (name, value) => {
		expect(numbersIn(value)).toEqual(expected[name]);
	});

	it('bound the fields that they are about', () => {
		expect(endpoints.b2bPersonEnrichBatch.body.properties.contatos.maxItems).toBe(limits.contactsPerBatch);
		expect(endpoints.chatAppCheckBatch.body.properties.phones.maxItems).toBe(limits.chatAppBatchNumbers);
		expect(endpoints.personJob.body.properties.quantity.minimum).toBe(limits.leastJobQuantity);
		expect(endpoints.b2bCompanyEnrichNow.headers.properties['Idempotency-Key'].maxLength).toBe(
			limits.idempotencyKeyLength,
		);
	});
});

describe('the autocomplete kinds', () => {
	const [row] = rowsAfter('### Auxiliary and listing endpoints');
	const kinds = codesIn(row[2]);

	it('are parameter names of the specification', () => {
		expect(Object.keys(AUTOCOMPLETE_KINDS)).toEqual(kinds);
		expect(Object.keys(specifiedOnly(endpoints.autocomplete.query.properties))).toEqual(kinds);
	});
});
