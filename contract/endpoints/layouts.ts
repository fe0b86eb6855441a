import { freeGuessed } from '../model/billing';
import { endpoint } from '../model/endpoint';
import { email, furtherPage } from '../model/fields';
import { limits } from '../model/limits';
import { valuesFrom } from '../model/lists';
import { allAssumed, anything, assumed, integer, list, object, text } from '../model/schema';

export const layouts = endpoint({
	method: 'GET',
	path: '/enrichment/layouts/',
	purpose: 'List the layouts available for enrichment',
	billing: freeGuessed('no data is returned'),
	query: object('Layouts', { page: furtherPage }),
	responses: {
		200: assumed(
			['client'],
			list('Layouts', object('Layout', { id: integer('Layout ID'), name: text('Name') })),
			'the record is not shown; it has at least id and name',
		),
	},
});

export const layoutEnrichmentCreate = endpoint({
	method: 'POST',
	path: '/enrichment/',
	purpose: 'Enrich a file with a layout',
	wallet: 'b2c',
	billing: {
		kind: 'record',
		assumed: { sources: ['guess'], note: 'the enrichment rule does not mention layouts' },
	},
	countedBy: 'file',
	creates: true,
	body: object(
		'Layout Enrichment',
		{
			...allAssumed(['client'], {
				name: text('Job Name', { examples: ['Customers without email'] }),
				layout_id: integer('Layout ID', { examples: [3], minimum: 1, ...valuesFrom('layouts') }),
			}),
			parameters: list('Parameters', text('Parameter', { examples: ['5'] }), {
				description: `Values that the layout requires, in its order; layout 3 takes the number of emails per person, at most ${limits.layout3Emails}`,
			}),
			file: assumed(
				['client'],
				text('File', { description: 'The input file in Base64, with the columns of the layout' }),
				'its format is not shown',
			),
			callback_email: assumed(['client'], {
				...email,
				title: 'Notify Email',
				description: 'Address notified when the job ends',
			}),
		},
		['name', 'layout_id', 'file'],
	),
	responses: { 200: assumed(['guess'], object('Enrichment', { id: integer('Job ID') })) },
	assumed: { sources: ['client'], note: 'only the parameters are shown in the specification' },
});

export const layoutEnrichmentResult = endpoint({
	method: 'GET',
	path: '/enrichment/{id}/result/',
	purpose: 'Get the result of an enrichment with a layout',
	billing: freeGuessed('the job is charged, its result is not'),
	mayBePending: true,
	pathParameters: object('Path', { id: integer('Job ID', { examples: [12345], minimum: 1 }) }, ['id']),
	responses: {
		200: assumed(
			['guess'],
			object('Enrichment Result', { file: text('File URL') }),
			'assumed to match that of a prospecting job',
		),
		400: assumed(['guess'], anything('Not Ready Yet')),
		404: assumed(['guess'], anything('No Such Enrichment')),
	},
});
