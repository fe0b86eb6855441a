import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Readable } from 'node:stream';

import { endpoints } from '../../contract';
import * as input from '../../contract/input';
import { recognize, retryAfterSeconds } from '../../contract/errors';
import { neutralName, neutralNames } from '../../contract/brandTerms';
import type { Schema } from '../../contract/model/schema';
import { callbackAddress, resumeAddress } from '../../core/background/callbackAddress';
import { attempt } from '../../core/base/async';
import { readApiKey, readBaseUrl } from '../../core/base/baseUrl';
import { presentable, withoutKey, withoutPersonalData } from '../../core/base/redact';
import { withoutAccents } from '../../core/base/text';
import { connect, type Connection } from '../../core/client/connection';
import { parseJson } from '../../core/base/json';
import { purchaseCall, send } from '../../core/client/request';
import { download, reasonNotToFollow } from '../../core/files/download';
import { readContents } from '../../core/files/resultFiles';
import { fileName } from '../../core/files/unzip';
import { formats } from '../../core/form/formats';
import { jsonField } from '../../core/form/jsonField';
import { readValue } from '../../core/form/value';
import { readRecord } from '../../core/leads/read';
import { fieldNames } from '../../core/leads/view';
import { productsIn } from '../../core/purchase/balance';
import { outcomeOfRecord, readStatus, recordItem } from '../../core/read/batch';
import { contactIn, distinct, identifiers, identity } from '../../core/read/identifiers';
import { asBody, readAnswer } from '../../core/read/answer';
import { wholeRow } from '../../core/read/coerce';
import { namesAnother } from '../../core/read/match';
import { readJob } from '../../core/read/job';
import { readEntries } from '../../core/read/entries';
import { messageIn, reasonIn, failureIn } from '../../core/read/error';
import { identifierIn } from '../../nodes/PersonCompanyData/shared/enrichment/columns';
import { partsIn, recognizeContact } from '../../nodes/PersonCompanyData/shared/enrichment/recognize';
import { itemsOfRows } from '../../nodes/PersonCompanyData/operations/layoutEnrichment/rows';
import { matching } from '../../nodes/PersonCompanyData/lists/find';
import { splitState } from '../../nodes/PersonCompanyData/lists/sources';
import { rowsOf } from '../../nodes/PersonCompanyData/run/rows';
import { readIncoming } from '../../nodes/PersonCompanyDataTrigger/event';
import { node, where } from '../support/fieldReading';

/** The fields of which leads are read, all with one text. */
const leadOf = (text: string): IDataObject => ({
	[text]: text,
	...{
		nome: text,
		localizacao: text,
		website: text,
		abertura: text,
		renda_estimada: text,
		tipo_entrada: text,
	},
	...{ email: text, telefone: text, cpf: text, tem_email: text, matriz_filial: text, valor_entrada: text },
	emails: [{ email: `${text}@`, status_email: text }],
	telefones: [{ ddd: text, numero: text }],
});

/** All files of leads read them together. */
const readLeads = (text: string): unknown[] =>
	(['any', 'person', 'company'] as const).map((about) =>
		readRecord(about, leadOf(text), neutralNames).read(fieldNames[about]),
	);

const BASE = 'https://service.example/v1';
const ECHOED = 'aaaa-1111-....-////-aaaaaaaaaaaaaaa';

/** n8n's side of a call that is answered with this. */
const contextWith = (response: unknown, resumeUrl?: string): IExecuteFunctions => {
	const answer = async (): Promise<unknown> => await Promise.resolve(response);
	return {
		getNode: () => ({ ...node, webhookId: 'hook' }),
		getMode: () => 'trigger',
		evaluateExpression: () => resumeUrl,
		getCredentials: async () => await Promise.resolve({ apiKey: ECHOED, baseUrl: BASE }),
		getExecutionCancelSignal: () => undefined,
		helpers: { httpRequestWithAuthentication: answer, httpRequest: answer },
	} as unknown as IExecuteFunctions;
};

const called = async (statusCode: number, body: string): Promise<unknown> => {
	const context = contextWith({ statusCode, headers: { location: body }, body });
	const query = { name: body.slice(0, 1000) };
	const call = purchaseCall({ endpoint: endpoints.personSearch, query });
	return await attempt(send(context, await connect(context), call));
};

const fetched = async (link: string, headers: IDataObject): Promise<unknown> => {
	const body = Readable.from([Buffer.from('x')]);
	const context = contextWith({ statusCode: 200, headers, body });
	return await attempt(download(context, { baseUrl: BASE } as Connection, link));
};

const contents = async (name: string, data: Buffer): Promise<unknown> =>
	await attempt(readContents({ name, data, mimeType: 'text/csv' }));

/** Every schema of the contract for text that something is demanded of. */
function* demanding(schema: Schema): Generator<Schema> {
	const isDemanding = schema.format !== undefined || schema['x-written-as'] !== undefined;
	if (schema.type === 'string' && isDemanding) yield schema;
	for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])])
		yield* demanding(inner);
	if (schema.items !== undefined) yield* demanding(schema.items);
}
const schemas = new Map(
	Object.values(endpoints)
		.flatMap((endpoint) => ['body', 'query'].map((part) => (endpoint as Record<string, unknown>)[part]))
		.filter((schema): schema is Schema => typeof schema === 'object' && schema !== null)
		.flatMap((schema) => [...demanding(schema)])
		.map((schema) => [`${schema.format} ${schema['x-written-as']?.pattern}`, schema]),
);

const neutral = { chatApp: 'chatapp', socialUrl: 'url_social', spreadsheet: 'x' };

/** Everything that reads text from outside: of the service, of file servers, of callers, of the user's items. */
export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
	'a lead': readLeads,
	'a CPF': input.normalizeCpf,
	'a CNPJ': input.normalizeCnpj,
	'a phone number': input.splitPhone,
	'a number': (text) => input.numberIn(text, true),
	'an amount': input.amountIn,
	nothing: input.isMissing,
	'a domain': input.domainIn,
	'an email': input.emailIn,
	'several emails': input.splitEmails,
	'a postal code': input.postalCodeIn,
	'a profile URL': input.plainProfile,
	'what an error means': (text) => recognize(429, { 'retry-after': text }, text),
	'the seconds to wait': (text) => retryAfterSeconds({ 'retry-after': text }),
	'a field with a name of the live service': (text) => neutralName(text, { ...neutral, socialUrl: text }),
	'a path to resume': (text) => resumeAddress('https://n8n.example/webhook/x/callback', 'node', text),
	'a resume URL of n8n': (text) => callbackAddress(contextWith(undefined, `https://n8n.example/${text}`)),
	'the status of a batch': (text) => [
		readStatus({ status: text, erro: text, concluido: text }),
		readStatus(text),
		readStatus({ [text]: text, contatos: [text] }),
	],
	'whose a record is': (text) => [
		namesAnother({ tipo_entrada: text, valor_entrada: text }, { name: 'cnpj', value: '1' }, neutralNames),
		namesAnother(
			{ detalhes_contato: { url_social: text } },
			{ name: 'url_social', value: text },
			neutralNames,
		),
	],
	'a name': withoutAccents,
	JSON: (text) => parseJson(JSON.stringify({ [text]: text }), (said) => withoutKey(said, ECHOED)),
	'the message of an error': (text) => [
		messageIn(text),
		messageIn(`<p>${text}`),
		messageIn(JSON.stringify({ error: { description: text } })),
	],
	'why something failed': (text) => [
		reasonIn({ erro: { [text]: text } }),
		failureIn({ error: { code: text, status: text, message: text } }),
	],
	'a base address': readBaseUrl,
	'the path of a base address': (text) => readBaseUrl(`https://a/${text}`),
	'an API key': readApiKey,
	'what is visible': input.visible,
	'an end': (text) => input.withoutEnd(text, '/'),
	'the key': (text) => withoutKey(text, ECHOED),
	'personal data': withoutPersonalData,
	'a message': (text) => presentable(text, ECHOED),
	'an answer': async (text) => await called(200, JSON.stringify([text])),
	'an answer that is no JSON': async (text) => await called(200, text),
	'a refusal': async (text) => await called(400, JSON.stringify({ detail: text })),
	'a refusal of fields': async (text) => await called(400, JSON.stringify({ [text]: [text] })),
	'a page': async (text) => await called(500, `<${text}`),
	'a link': (text) => reasonNotToFollow(text, BASE),
	'the host of a link': (text) => reasonNotToFollow(`https://${text}`, BASE),
	'the type of a file': async (text) => await fetched('https://files.example/a', { 'content-type': text }),
	'the link of a file': async (text) => await fetched(`https://files.example/${text}`, {}),
	'the last part of a path': fileName,
	'western text': (text) => contents('a.csv', Buffer.from(text, 'latin1')),
	'a table': async (text) => await contents('a.csv', Buffer.from(text)),
	'a table in old characters': async (text) => await contents('a.csv', Buffer.from(`\xff${text}`, 'latin1')),
	'a table below a header': async (text) => await contents('a.csv', Buffer.from(`a;b\n${text}`)),
	'a file of JSON': async (text) => await contents('a.json', Buffer.from(text)),
	'an archive': async (text) => await contents('a.zip', Buffer.from(`PK\x03\x04${text}`, 'latin1')),
	...Object.fromEntries(
		Object.entries(formats).map(([format, { read }]) => [`a value of the format ${format}`, read]),
	),
	...Object.fromEntries(
		[...schemas].map(([name, schema]) => [name, (text: string) => readValue(schema, text, where('Field'))]),
	),
	'the name of a field': (text) => readValue(endpoints.b2bPersonSearch.body, { [text]: 1 }, where('Body')),
	'JSON of a user': (text) => jsonField('Field', '', '{}').read(text, where('Field')),
	'a balance': (text) => productsIn(asBody({ b2b: 1, [text]: 1, balance: { [text]: text } })),
	'a record': (text) => [outcomeOfRecord({ status: text }), recordItem({ [text]: text, erro: text }, text)],
	'an identifier': identity,
	'a contact': (text) => [
		contactIn({ contato: { url_social: text, cnpj: text } }),
		distinct([
			{ name: 'url_social', value: text, item: 0 },
			{ name: 'url_social', value: `${text}/`, item: 1 },
		]),
	],
	'a list': (text) => readEntries([{ value: text, label: text }, text]),
	'any answer': (text) =>
		Object.values(endpoints).map((endpoint) => [
			readAnswer(endpoint, { detail: text, [text]: text }),
			readAnswer(endpoint, [{ cpf: text, cnpj: text, [text]: text }]),
			readAnswer(endpoint, text),
		]),
	'a row of a file': (text) => wholeRow({ cpf: text, [text]: text }),
	'an entry': (text) => matching([{ value: text, label: text }], 'a b'),
	'what is typed': (text) => [matching([], text)],
	'words with a state': splitState,
	'the result of a job': (text) => [readJob({ status: text, file: text }), readJob(text)],
	'rows of a result': (text) => itemsOfRows([{ [text]: text }], [{ item: 0, json: { [text]: text } }], text),
	'a contact of a list': (text) =>
		[undefined, ...Object.keys(identifiers)].map((name) => recognizeContact(text, name)),
	'the columns of a row': (text) =>
		[text, `${text.slice(0, 80)} email`].map((name) => identifierIn({ [name]: text, other: 1 })),
	'a list in one field': async (text) =>
		await rowsOf({ field: 'list', label: 'List', valueIn: (given) => given, partsIn }, [
			{ where: {} as never, parameter: () => text, source: 0, json: { list: text } },
		]),
	'an event': (text) => [
		readIncoming({ job_id: text, job_type: text, status: text }),
		readIncoming({ id_processamento: text, status: text }),
	],
};
