import mapValues from 'lodash/mapValues';
import pick from 'lodash/pick';
import type { IDataObject, INode } from 'n8n-workflow';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isCharged } from '../../contract/model/billing';
import type { BrandTerms } from '../../contract/brandTerms';
import type * as nodeFile from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { priceOfOperation } from '../../nodes/PersonCompanyData/run/describe';
import type { Operation } from '../../nodes/PersonCompanyData/run/operation';
import { type OpenServer, openServer, readText } from '../../sandbox/base/http';
import type { Answer, AnswerFixture } from '../../test/node/support/answers';
import { ALL } from '../../test/support/allOperations';
import { begin, nodeTypesOf, nodeWith, workflowAround } from '../../test/support/engine';
import { Anonymiser } from './anonymiser';

/** The account whose service is asked, and the service's own terms. */
export interface Account {
	readonly apiKey: string;
	readonly baseUrl: string;
	readonly brandTerms: BrandTerms;
}

/** An operation to run, with the values of its form. */
export interface Wanted {
	readonly operation: string;
	readonly parameters: IDataObject;
}

const { PersonCompanyData } =
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- by `.node` alone, some loaders find the node's JSON file; an import takes no `.ts`
	require('../../nodes/PersonCompanyData/PersonCompanyData.node.ts') as typeof nodeFile;
const TYPE = 'n8n-nodes-person-company-data.personCompanyData';

export const operationOf = (name: string): Operation | undefined => ALL.find(([own]) => own === name)?.[3];

const INPUT: Readonly<Record<string, IDataObject>> = {
	'referenceData.autocomplete': { kind: 'setor', term: 'a' },
	'prospecting.countPersons': { filters: { states: ['RS'] } },
	'prospecting.countCompanies': { filters: { states: ['RS'] } },
};
const hasOwnId = ({ fields }: Operation): boolean => 'jobId' in fields || 'id_processamento' in fields;

/** What costs nothing, makes nothing, and is about nobody. */
export const FREE: readonly Wanted[] = ALL.filter(
	([, , , operation]) =>
		!hasOwnId(operation) &&
		operation.calls.every(({ billing, creates }) => !isCharged(billing) && creates !== true) &&
		operation.calls.every(({ method, path }) => method === 'GET' || path.includes('/prospect/')),
).map(([operation]) => ({ operation, parameters: INPUT[operation] ?? {} }));

const SENT = ['authorization', 'content-type', 'accept', 'idempotency-key'];
const HEADERS = ['location', 'retry-after', 'idempotency-replayed'];

/** A server that hands calls on to the service, and keeps its answers. */
const relayTo = async ({ baseUrl }: Account, answers: Answer[]): Promise<OpenServer> =>
	await openServer(async (message, response) => {
		const path = (message.url ?? '').replace(/^\/v1/, '');
		const body = await readText(message);
		const answer = await fetch(`${baseUrl}${path}`, {
			method: message.method,
			headers: pick(message.headers, SENT) as Record<string, string>,
			redirect: 'manual',
			...(body !== '' && { body }),
		});
		const text = await answer.text();
		const told = pick(Object.fromEntries(answer.headers), HEADERS);
		const call = `${message.method} ${path.replace(/\?.*$/, '')}`;
		answers.push({
			call,
			...(answer.status !== 200 && { status: answer.status }),
			...(Object.keys(told).length > 0 && { headers: told }),
			body: asJson(text),
		});
		response.writeHead(answer.status, { 'Content-Type': 'application/json', ...told }).end(text);
	});

function asJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

let executions = 0;

async function run({ operation: name, parameters }: Wanted, { apiKey, brandTerms }: Account, port: number) {
	const [resource, operation] = name.split('.');
	const own = { resource, operation, output: 'raw', ...parameters } as INode['parameters'];
	const node = nodeWith({ type: TYPE, parameters: own, onError: 'continueRegularOutput' });
	const { ended } = await begin({
		workflow: workflowAround(node, { active: false, nodeTypes: nodeTypesOf(TYPE, new PersonCompanyData()) }),
		mode: 'manual',
		executionId: `record ${++executions}`,
		items: [{}],
		credential: { apiKey, baseUrl: `http://127.0.0.1:${port}/v1`, setWords: true, ...brandTerms },
	});
	await ended;
}

function anonymised(
	{ operation, parameters }: Wanted,
	answers: readonly Answer[],
	{ brandTerms }: Account,
): AnswerFixture {
	const other = new Anonymiser(brandTerms);
	return {
		source: `recorded ${new Date().toISOString().slice(0, 10)}`,
		operation,
		parameters: other.value(parameters) as IDataObject,
		answers: answers
			.map((answer) => ({ ...answer, body: other.value(answer.body) }))
			.map(({ call, headers, ...answer }) => ({
				call: other.path(call),
				...(headers && { headers: mapValues(headers, (value) => other.path(value)) }),
				...answer,
			})),
	};
}

/** Answers after which nothing more is asked for: key, credits, permission, limit. */
const ENDS = [401, 402, 403, 406, 429];

/**
 * Runs operations at the service and writes its answers, anonymised, as fixtures.
 * @param pauseMs between two operations, since the service blocks bursts
 */
export async function record(
	account: Account,
	wanted: readonly Wanted[],
	{ folder, say, pauseMs }: { folder: string; say: (line: string) => void; pauseMs: number },
): Promise<void> {
	const answers: Answer[] = [];
	const relay = await relayTo(account, answers);
	mkdirSync(folder, { recursive: true });
	for (const { operation } of wanted)
		say(`${operation}: ${priceOfOperation(operationOf(operation) as Operation)}`);
	try {
		for (const [i, each] of wanted.entries()) {
			if (i > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
			answers.length = 0;
			await run(each, account, relay.port);
			const statuses = answers.map(({ status = 200 }) => status);
			if (answers.length > 0) {
				const count = wanted.slice(0, i).filter(({ operation }) => operation === each.operation).length;
				const name = `${each.operation}${count > 0 ? `-${count + 1}` : ''}`;
				const text = JSON.stringify(anonymised(each, answers, account), null, 2);
				if (text.includes(account.apiKey)) throw new Error(`The answers to ${name} hold the API key.`);
				writeFileSync(join(folder, `${name}.json`), `${text}\n`);
			}
			say(`${each.operation}: status ${statuses.join(', ') || 'none'}`);
			if (statuses.some((status) => ENDS.includes(status))) return;
		}
	} finally {
		await relay.close();
	}
}
