import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
} from 'n8n-workflow';

import { neutralNames, type LiveNames } from '../../contract/liveNames';
import { bareApiKey, readBaseUrl } from '../base/baseUrl';
import { fingerprint } from '../base/fingerprint';
import { operationError } from '../base/operationError';
import { keyRemover, withoutPersonalData } from '../base/redact';

/** The credential's type name. */
export const CREDENTIAL = 'personCompanyDataApi';

/** What a run needs from the credential. No field holds the key, so it cannot be stored or shown by accident. */
export interface Connection {
	/** Hash that identifies the key and base URL; the key cannot be read from it. */
	readonly account: string;
	/** Without trailing slash. */
	readonly baseUrl: string;
	readonly words: LiveNames;
	/** Removes the key from a response, because n8n stores responses. */
	readonly withoutKey: (text: string) => string;
	/** Removes the key and personal data from the service's text, because n8n stores and logs messages. */
	readonly redact: (text: string) => string;
	/** The credential for n8n's authentication helper, which would otherwise decrypt it for each request. */
	readonly authentication: () => IAdditionalCredentialOptions;
}

const wordOr = (value: unknown, fallback: string): string =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;

/** The live service's terms from the credential, or the neutral ones. */
function wordsOf(credential: ICredentialDataDecryptedObject): LiveNames {
	if (credential.setWords !== true) return neutralNames;
	return {
		chatApp: wordOr(credential.chatApp, neutralNames.chatApp),
		socialUrl: wordOr(credential.socialUrl, neutralNames.socialUrl),
		spreadsheet: wordOr(credential.spreadsheet, neutralNames.spreadsheet),
	};
}

/**
 * Reads and checks the node's credential.
 * @throws NodeOperationError when the key is missing or the base URL is missing or invalid, before any request.
 */
export async function connect(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
): Promise<Connection> {
	const credential = await context.getCredentials(CREDENTIAL);
	const base = readBaseUrl(credential.baseUrl);
	if ('problem' in base) throw operationError(context.getNode(), base.problem);
	const key = bareApiKey(credential.apiKey);
	if (key === '') {
		throw operationError(
			context.getNode(),
			"The API key is missing. Copy it from your user profile in the service's panel into the credential.",
		);
	}
	const withoutKey = keyRemover(key);
	return {
		account: fingerprint('account', base.url, key),
		baseUrl: base.url,
		words: wordsOf(credential),
		withoutKey,
		redact: (text) => withoutPersonalData(withoutKey(text)),
		authentication: () => ({
			credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: { ...credential } },
		}),
	};
}
