import type {
	IAuthenticateRuleResponseCode,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { ApplicationError } from 'n8n-workflow';

// n8n loads this file at startup, so it must not import the whole contract.
import { balance } from '../contract/endpoints/account';
import { neutralNames, type BrandTerms } from '../contract/brandTerms';
import { assumedLimits, paceRanges } from '../contract/model/limits';
import { readApiKey, readBaseUrl } from '../core/base/baseUrl';

/** The HTTP Request node passes the URL as `uri`, and has its own names for what it sets. */
type AnyRequest = IHttpRequestOptions & {
	readonly uri?: string;
	readonly rejectUnauthorized?: boolean;
	readonly agentOptions?: object;
};

/** The key is only sent to the origin of the base address. */
function staysOn(baseUrl: string, { url, uri, baseURL }: AnyRequest): boolean {
	const { origin } = new URL(baseUrl);
	const base = baseURL === undefined ? undefined : `${baseURL}/`;
	// n8n picks one if both are set, so both must match.
	const addresses = [url, uri].filter((address) => address !== undefined);
	return (
		addresses.length > 0 &&
		addresses.every((address) => URL.canParse(address, base) && new URL(address, base).origin === origin)
	);
}

/** Whether it could take the key elsewhere: to a server of whoever may use the credential. */
const isDiverted = (request: AnyRequest): boolean =>
	[request.proxy, request.agentOptions, request.skipSslCertificateValidation].some(Boolean) ||
	request.rejectUnauthorized === false;

/** Replaced by the key, or by the host of the base address. */
const OWN_HEADERS = ['authorization', 'host'];

/** For both of n8n's request helpers: by default, n8n sends the key on to the host a redirect names. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
} as const;

const ownTerm = (displayName: string, name: keyof BrandTerms, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	displayOptions: { show: { setWords: [true] } },
	default: '',
	placeholder: `e.g. ${neutralNames[name]}`,
	description,
});

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
				'The key from your user profile in the service\'s web app, with or without the leading "Token"',
		},
		{
			displayName: 'Base Address',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.company.com/v1',
			description: "The API's URL from the service's documentation. You can leave out https:// and /v1.",
		},
		{
			displayName: "Enter the Service's Own Terms",
			name: 'setWords',
			type: 'boolean',
			default: false,
			description:
				"Whether to enter three terms from the service's API documentation. Needed for chat app checks, profile URLs, contact channels and spreadsheet exports.",
		},
		ownTerm(
			'Chat App',
			'chatApp',
			'The messaging app, in lower case: the first part of the path of the number check, /…/search',
		),
		ownTerm(
			'Profile URL Field',
			'socialUrl',
			'The field for a profile URL on the professional network, listed next to cnpj under company enrichment',
		),
		ownTerm(
			'Spreadsheet Format',
			'spreadsheet',
			'The format of prospecting exports that is not csv, as file_formatting lists it',
		),
		{
			displayName: 'Maximum Concurrent Requests',
			name: 'maxConcurrentRequests',
			type: 'number',
			typeOptions: {
				minValue: paceRanges.maxConcurrentRequests.minimum,
				maxValue: paceRanges.maxConcurrentRequests.maximum,
			},
			default: assumedLimits.concurrentRequests,
			description: 'How many requests an execution runs at the same time',
		},
		{
			displayName: 'Maximum Requests per Minute',
			name: 'maxRequestsPerMinute',
			type: 'number',
			typeOptions: { minValue: paceRanges.maxRequestsPerMinute.minimum },
			default: assumedLimits.requestsPerMinute,
			description:
				'How many requests an execution starts per minute, 0 for no limit. Bursts of about ten calls have blocked accounts for minutes.',
		},
	];

	async authenticate(
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const base = readBaseUrl(credential.baseUrl);
		if ('problem' in base) throw new ApplicationError(`${base.problem}. ${base.advice}`);
		if (!staysOn(base.url, request)) {
			throw new ApplicationError(
				'The request goes to another address than the credential, so nothing was sent. Correct its URL, or use another credential.',
			);
		}
		if (isDiverted(request)) {
			throw new ApplicationError(
				'The request has a proxy of its own or ignores SSL issues, so nothing was sent. Turn these options off.',
			);
		}
		const read = readApiKey(credential.apiKey);
		if ('problem' in read) throw new ApplicationError(`${read.problem}. ${read.advice}`);
		// A differently capitalized header would be sent in addition to this one.
		const others = Object.entries(request.headers ?? {}).filter(
			([name]) => !OWN_HEADERS.includes(name.toLowerCase()),
		);
		return {
			...request,
			...NO_REDIRECTS,
			headers: { ...Object.fromEntries(others), Authorization: `Token ${read.key}` },
		};
	}

	test: ICredentialTestRequest = {
		request: {
			// Completed as in `readBaseUrl`.
			baseURL:
				'={{ $credentials.baseUrl.trim().replace(/^(?=[\\w-]+(?:\\.|:\\d))/, "https://").replace(/\\/+$/, "").replace(/(?<!\\/v\\d+)$/i, "/v1") }}',
			url: balance.path,
		},
		// n8n accepts mixed rules; its types do not.
		rules: [
			...[301, 302, 303, 307, 308].map((value) => ({
				type: 'responseCode' as const,
				properties: {
					value,
					message:
						"The service redirects to another address. The redirect was not followed, so the key was not sent anywhere else. Check 'Base Address': it ends in /v1.",
				},
			})),
			{
				type: 'responseSuccessBody' as const,
				properties: {
					// n8n leaves a non-JSON body as a string.
					key: 'constructor.name',
					value: 'String',
					message:
						"The base address returned a web page or another text, not API data. Copy the API's URL from the service's documentation into 'Base Address'; it ends in /v1.",
				},
			},
		] as IAuthenticateRuleResponseCode[],
	};
}
