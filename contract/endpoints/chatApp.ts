import { perReturnedNumber, perReturnedRequest } from '../model/billing';
import { endpoint } from '../model/endpoint';
import { areaCode } from '../model/fields';
import { limits } from '../model/limits';
import { anything, assumed, flag, list, object, text } from '../model/schema';

const number = {
	ddd: areaCode,
	phone: text('Phone', {
		description: 'The number without the area code, digits only',
		examples: ['999990000'],
		'x-written-as': {
			pattern: '^\\d{8,9}$',
			hint: 'Write the number without the area code, dashes or spaces, for example "999990000"',
		},
	}),
} as const;

export const chatAppCheck = endpoint({
	method: 'GET',
	path: '/chatapp/search/',
	purpose: 'Check whether a phone number is active in the chat app',
	billing: perReturnedRequest,
	query: object('Number', number, ['ddd', 'phone']),
	responses: {
		200: assumed(
			['one'],
			object('Number Status', {
				status: text('Status', { description: 'A word in capitals, ATIVO for an active number' }),
				is_active: flag('Active'),
				active: flag('Active'),
				has_chatapp: flag('Active'),
			}),
			'an unrecognized word counts as unknown, not as inactive',
		),
	},
});

export const chatAppCheckBatch = endpoint({
	method: 'POST',
	path: '/chatapp/batch/',
	countedBy: 'phones',
	purpose:
		'Check whether many phone numbers are active in the chat app; the result is sent to a callback URL',
	billing: { ...perReturnedNumber, assumed: { sources: ['client'] } },
	creates: true,
	body: assumed(
		['client'],
		object(
			'Numbers',
			{
				phones: list('Numbers', object('Number', number, ['ddd', 'phone']), {
					minItems: 1,
					maxItems: limits.chatAppBatchNumbers,
				}),
				callback_url: text('Callback URL', {
					description: 'Public URL that receives the result',
					format: 'uri',
					examples: ['https://n8n.company.com/webhook/numbers-checked'],
				}),
			},
			['phones'],
		),
	),
	responses: { 200: assumed(['guess'], anything('Acknowledgement'), 'its shape is not shown') },
});
