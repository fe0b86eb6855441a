import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
} from 'n8n-workflow';

import { neutralNames, type LiveNames } from '../../contract/liveNames';
import { paceRanges } from '../../contract/model/limits';
import { readApiKey, readBaseUrl } from '../base/baseUrl';
import { fingerprint } from '../base/fingerprint';
import { asInteger } from '../base/json';
import { operationError } from '../base/operationError';
import { keyFinder, presentable, type KeyFinder } from '../base/redact';

/** The credential's type name. */
export const CREDENTIAL = 'personCompanyDataApi';

/** What a run needs from the credential. No field holds the key, so it cannot be stored or shown by accident. */
export interface Connection {
	/** Hash that identifies the key and base URL; the key cannot be read from it. */
	readonly account: string;
	/** Without trailing slash. */
	readonly baseUrl: string;
	readonly words: LiveNames;
	/** Finds the key in responses, because n8n stores them. */
	readonly key: KeyFinder;
	/** A text of the service without the key, long numbers and emails, cut to the length of a message. */
	readonly redact: (text: string) => string;
	/** What the user says of the account's pace; each is absent where the default holds. */
	readonly pace: AccountPace;
	/** The credential for n8n's authentication helper, which would otherwise decrypt it for each request. */
	readonly authentication: () => IAdditionalCredentialOptions;
}

/** How fast an account may be asked, and how long it may take to answer, in seconds. */
export type AccountPace = { readonly [name in keyof typeof paceRanges]?: number };

/** The credential's numbers; one that is missing or out of range is left to the default. */
function paceOf(credential: ICredentialDataDecryptedObject): AccountPace {
	const ranges = Object.entries<{ readonly minimum: number; readonly maximum?: number }>(paceRanges);
	const given = ranges.flatMap(([name, { minimum, maximum = Number.POSITIVE_INFINITY }]) => {
		const number = asInteger(credential[name]);
		return number !== undefined && number >= minimum && number <= maximum ? [[name, number] as const] : [];
	});
	return Object.fromEntries(given);
}

/** The live service's terms from the credential; the neutral one where it has none. */
function wordsOf(credential: ICredentialDataDecryptedObject): LiveNames {
	if (credential.setWords !== true) return neutralNames;
	const own = (name: keyof LiveNames): string => String(credential[name] ?? '').trim() || neutralNames[name];
	return { chatApp: own('chatApp'), socialUrl: own('socialUrl'), spreadsheet: own('spreadsheet') };
}

/**
 * Reads and checks the node's credential.
 * @throws NodeOperationError when the key or the base URL is missing or invalid, before any request.
 */
export async function connect(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
): Promise<Connection> {
	const credential = await context.getCredentials(CREDENTIAL);
	const base = readBaseUrl(credential.baseUrl);
	if ('problem' in base) throw operationError(context.getNode(), base.problem);
	const read = readApiKey(credential.apiKey);
	if ('problem' in read) throw operationError(context.getNode(), read.problem);
	const key = keyFinder(read.key);
	return {
		account: fingerprint('account', base.url, read.key),
		baseUrl: base.url,
		words: wordsOf(credential),
		pace: paceOf(credential),
		key,
		redact: (text) => presentable(text, key),
		authentication: () => ({
			credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: { ...credential } },
		}),
	};
}
