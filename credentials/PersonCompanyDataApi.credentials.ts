import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { ApplicationError } from 'n8n-workflow';

// n8n loads this file at startup, so it must not import the whole contract.
import { balance } from '../contract/endpoints/account';
import { neutralNames } from '../contract/liveNames';
import { readApiKey, readBaseUrl } from '../core/base/baseUrl';

/** A request as n8n builds it; the HTTP Request node passes the URL as `uri`. */
type AnyRequest = IHttpRequestOptions & { readonly uri?: string };

/** Whether a request goes to the origin of the base address; the key is not sent anywhere else. */
function staysOn(baseUrl: string, { url, uri, baseURL }: AnyRequest): boolean {
	const { origin } = new URL(baseUrl);
	const base = baseURL === undefined ? undefined : `${baseURL}/`;
	// If both are set, n8n decides which one it uses.
	const addresses = [url, uri].filter((address) => address !== undefined);
	return (
		addresses.length > 0 &&
		addresses.every((address) => URL.canParse(address, base) && new URL(address, base).origin === origin)
	);
}

/**
 * Disables redirects in both of n8n's ways to send a request: by default, n8n sends the key to the host that
 * a redirect names.
 */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
} as const;

export class PersonCompanyDataApi implements ICredentialType {
	name = 'personCompanyDataApi';

	displayName = 'Person and Company Data API';

	icon = {
		light: 'file:../icons/personCompanyData.svg',
		dark: 'file:../icons/personCompanyData.dark.svg',
	} as const;

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-person-company-data';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The key from your user profile in the service\'s panel, with or without the leading "Token"',
		},
		{
			displayName: 'Base Address',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.company.com/v1',
			description: "URL of the service's API; its path ends in /v1",
		},
		{
			displayName: "Use the Live Service's Own Terms",
			name: 'setWords',
			type: 'boolean',
			default: false,
			description:
				"Whether to enter three terms of the live service that this package replaces with neutral ones. They are in the service's documentation and are used in requests and responses.",
		},
		{
			displayName: 'Chat App',
			name: 'chatApp',
			type: 'string',
			displayOptions: { show: { setWords: [true] } },
			default: '',
			placeholder: `e.g. ${neutralNames.chatApp}`,
			description: 'Name of the messaging app, in paths and as a contact channel',
		},
		{
			displayName: 'Profile URL Field',
			name: 'socialUrl',
			type: 'string',
			displayOptions: { show: { setWords: [true] } },
			default: '',
			placeholder: `e.g. ${neutralNames.socialUrl}`,
			description: 'Name of the field for a profile URL on the professional social network',
		},
		{
			displayName: 'Spreadsheet Format',
			name: 'spreadsheet',
			type: 'string',
			displayOptions: { show: { setWords: [true] } },
			default: '',
			placeholder: `e.g. ${neutralNames.spreadsheet}`,
			description: 'Name of the spreadsheet file format of exports',
		},
	];

	async authenticate(
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const base = readBaseUrl(credential.baseUrl);
		if ('problem' in base) throw new ApplicationError(base.problem);
		if (!staysOn(base.url, request)) {
			throw new ApplicationError(
				'The API key is only sent to the base address of its credential, and this request goes to another address. Nothing was sent. Correct the URL of the request, or use a credential for that service.',
			);
		}
		const read = readApiKey(credential.apiKey);
		if ('problem' in read) throw new ApplicationError(read.problem);
		// A header with different capitalization would be sent in addition to this one.
		const others = Object.entries(request.headers ?? {}).filter(
			([name]) => name.toLowerCase() !== 'authorization',
		);
		return {
			...request,
			...NO_REDIRECTS,
			headers: { ...Object.fromEntries(others), Authorization: `Token ${read.key}` },
		};
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: balance.path,
		},
		rules: [301, 302, 303, 307, 308].map((value) => ({
			type: 'responseCode',
			properties: {
				value,
				message:
					'The service redirects to another address. The redirect was not followed, so the key was not sent anywhere else. Check the base address: its path ends in /v1.',
			},
		})),
	};
}
