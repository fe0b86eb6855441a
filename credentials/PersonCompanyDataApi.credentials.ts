import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { ApplicationError } from 'n8n-workflow';

// n8n loads this file in its start: not the whole contract with it.
import { balance } from '../contract/endpoints/account';
import { neutralNames } from '../contract/liveNames';
import { bareApiKey, readBaseUrl } from '../core/client/baseUrl';

/** A request as n8n makes it; the HTTP Request node names the address `uri`. */
type AnyRequest = IHttpRequestOptions & { readonly uri?: string };

/** Whether a request goes to the host of the base address; the key is sent nowhere else. */
function staysOn(baseUrl: string, { url, uri, baseURL }: AnyRequest): boolean {
	const { origin } = new URL(baseUrl);
	const base = baseURL === undefined ? undefined : `${baseURL}/`;
	// Which of two addresses n8n would take is its own affair.
	const addresses = [url, uri].filter((address) => address !== undefined);
	return (
		addresses.length > 0 &&
		addresses.every((address) => URL.canParse(address, base) && new URL(address, base).origin === origin)
	);
}

/**
 * Settings of n8n's two ways to send a request under which it follows no redirect: by default it takes the key
 * along to whatever host the redirect names.
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
				"The key from your user's profile in the service's panel. The word Token that is copied with it may stay or go.",
		},
		{
			displayName: 'Base Address',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.company.com/v1',
			description: "Address of the service's interface; its path ends in /v1",
		},
		{
			displayName: 'Set Words of the Live Service',
			name: 'setWords',
			type: 'boolean',
			default: false,
			description:
				'Whether to enter three words of the live service that this package spells neutrally. They stand in the documentation of the service and are used wherever they go over the wire.',
		},
		{
			displayName: 'Chat App',
			name: 'chatApp',
			type: 'string',
			displayOptions: { show: { setWords: [true] } },
			default: '',
			placeholder: `e.g. ${neutralNames.chatApp}`,
			description: 'Name of the messaging application, in paths and as a contact channel',
		},
		{
			displayName: 'Profile URL Field',
			name: 'socialUrl',
			type: 'string',
			displayOptions: { show: { setWords: [true] } },
			default: '',
			placeholder: `e.g. ${neutralNames.socialUrl}`,
			description: 'Name of the field for the URL of a profile in the professional social network',
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
				'The API key is only sent to the base address of its credential, and this request goes elsewhere. Nothing was sent. Correct the address of the request, or use a credential of that service.',
			);
		}
		// Another spelling of the header would be sent beside this one.
		const others = Object.entries(request.headers ?? {}).filter(
			([name]) => name.toLowerCase() !== 'authorization',
		);
		return {
			...request,
			...NO_REDIRECTS,
			headers: { ...Object.fromEntries(others), Authorization: `Token ${bareApiKey(credential.apiKey)}` },
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
					'The service redirects to another address. The redirect was not followed, so that the key goes nowhere else. Check the base address: its path ends in /v1.',
			},
		})),
	};
}
