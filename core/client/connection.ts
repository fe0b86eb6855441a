import mapValues from 'lodash/mapValues';
import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
} from 'n8n-workflow';

import { neutralNames, type BrandTerms } from '../../contract/brandTerms';
import { readApiKey, readBaseUrl } from '../base/baseUrl';
import { fingerprint } from '../base/fingerprint';
import { asInteger } from '../base/json';
import { operationError } from '../base/errors';
import { presentable, withoutKey } from '../base/redact';

export const CREDENTIAL = 'personCompanyDataApi';

/** No field holds the key, so it cannot be stored or shown by accident. */
export interface Connection {
	readonly account: string;
	readonly baseUrl: string;
	readonly brandTerms: BrandTerms;
	/** From responses, because n8n stores them. */
	readonly withoutKey: (text: string) => string;
	/** Removes the key, long numbers and emails, and cuts to the length of a message. */
	readonly redact: (text: string) => string;
	readonly pace: { readonly maxConcurrentRequests?: number; readonly maxRequestsPerMinute?: number };
	/** For n8n's authentication helper, which would otherwise decrypt the credential for each request. */
	readonly authentication: () => IAdditionalCredentialOptions;
}

function atLeast(least: number, value: unknown): number | undefined {
	const number = asInteger(value);
	return number === undefined || number < least ? undefined : number;
}

function wordsOf(credential: ICredentialDataDecryptedObject): BrandTerms {
	if (credential.setWords !== true) return neutralNames;
	return mapValues(neutralNames, (neutral, name) => String(credential[name] ?? '').trim() || neutral);
}

/** @throws NodeOperationError for an invalid credential */
export async function connect(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
): Promise<Connection> {
	const credential = await context.getCredentials(CREDENTIAL);
	const base = readBaseUrl(credential.baseUrl);
	if ('problem' in base) throw operationError(context.getNode(), base.problem, { description: base.advice });
	const read = readApiKey(credential.apiKey);
	if ('problem' in read) throw operationError(context.getNode(), read.problem, { description: read.advice });
	const { key } = read;
	return {
		account: fingerprint('account', base.url, key),
		baseUrl: base.url,
		brandTerms: wordsOf(credential),
		pace: {
			maxConcurrentRequests: atLeast(1, credential.maxConcurrentRequests),
			maxRequestsPerMinute: atLeast(0, credential.maxRequestsPerMinute),
		},
		withoutKey: (text) => withoutKey(text, key),
		redact: (text) => presentable(text, key),
		authentication: () => ({
			credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: { ...credential } },
		}),
	};
}
