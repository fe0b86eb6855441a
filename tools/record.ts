import type { IDataObject } from 'n8n-workflow';
import { join, resolve } from 'node:path';

import { readApiKey, readBaseUrl } from '../core/base/baseUrl';
import { brandTermsOf, HELP_ON_TERMS } from './brandTerms';
import { print, runToEnd } from './commandLine';
import { FREE, operationOf, record, type Wanted } from './record/record';

const USAGE = 'Usage: npm run record -- [<resource>.<operation> [<field>=<value>]...]... [--help]';

const HELP = `${USAGE}

Calls the service with your key and writes its answers, anonymised, to test/answers/recorded: what is free, and
whatever else is named, at its price, which is printed first. For example:
  npm run record -- person.getPerson cpf=52998224725 b2bPerson.enrichPersonNow identifyBy=id_pessoa id_pessoa=101
Values that begin with { or [ are JSON. The key is taken from PCD_API_KEY, the address from PCD_BASE_ADDRESS;
${HELP_ON_TERMS}
Read each file before you commit it, then write its items with UPDATE_ANSWERS=1 (test/node/answers.spec.ts).`;

const FOLDER = join(resolve(__dirname, '..'), 'test/answers/recorded');
/** Bursts of about ten calls were seen to cause a block of some minutes. */
const PAUSE_MS = 11_000;

function wantedIn(args: readonly string[]): Wanted[] {
	const wanted: Wanted[] = [];
	for (const arg of args) {
		const [, name, value] = /^(\w+)=(.*)$/s.exec(arg) ?? [];
		const last = wanted.at(-1);
		if (operationOf(arg) !== undefined) wanted.push({ operation: arg, parameters: {} });
		else if (name !== undefined && last !== undefined)
			last.parameters[name] = /^[{[]/.test(value) ? (JSON.parse(value) as IDataObject) : value;
		else throw new Error(USAGE);
	}
	return wanted;
}

async function main(args: readonly string[]): Promise<number> {
	const named = wantedIn(args);
	const [base, read] = [readBaseUrl(process.env.PCD_BASE_ADDRESS), readApiKey(process.env.PCD_API_KEY)];
	if ('problem' in base) throw new Error(`Set PCD_BASE_ADDRESS: ${base.problem}.`);
	if ('problem' in read) throw new Error(`Set PCD_API_KEY: ${read.problem}.`);
	const account = { apiKey: read.key, baseUrl: base.url, brandTerms: brandTermsOf(process.env) };
	await record(account, [...FREE, ...named], { folder: FOLDER, say: print, pauseMs: PAUSE_MS });
	print(`Read the files in ${FOLDER}: what they hold must tell of nobody.`);
	return 0;
}

runToEnd(HELP, main);
