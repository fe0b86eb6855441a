import type { IExecuteFunctions } from 'n8n-workflow';

import { callbackAddress, resumeAddress } from '../../../core/background/callbackAddress';

/** An execution of a published workflow, whose resume address is given. */
const execution = (resumeUrl: string, webhookId?: string): IExecuteFunctions =>
	({
		getMode: () => 'trigger',
		getNode: () => ({ id: 'node-1', type: 'x.personCompanyData', webhookId }),
		evaluateExpression: () => resumeUrl,
	}) as unknown as IExecuteFunctions;

const SIGNED = 'https://n8n.example/base/webhook-waiting/12?signature=abc';

it.each([
	['an n8n that signs no address', SIGNED.replace(/\?.*/, ''), 'hook-1', /does not sign resume URLs/],
	['a node without an address', SIGNED, undefined, /no webhook URL/],
	['an address of another kind', 'https://n8n.example/?signature=abc', 'hook-1', /no webhook URL/],
])('asks for the status instead with %s', (_, resumeUrl, webhookId, problem) => {
	expect(callbackAddress(execution(resumeUrl, webhookId))).toEqual({
		problem: expect.stringMatching(problem) as string,
	});
});

it.each([
	'/webhook-waiting/../rest/12/node-1?signature=abc',
	'/base/%2e%2e/12/node-1?signature=abc',
	'//evil.example/12/node-1?signature=abc',
	`/${'a/'.repeat(2000)}12/node-1?signature=abc`,
])('passes no call on to a path that climbs: %s', (resume) => {
	const live = 'https://n8n.example/base/webhook/hook-1/callback';
	expect(resumeAddress(live, 'node-1', resume)).toBeUndefined();
});
