import { freeGuessed } from '../../model/billing';
import { endpoint } from '../../model/endpoint';
import { codedByNumber, furtherPage } from '../../model/fields';
import { anything, assumed, anyOf, integer, list, object, text } from '../../model/schema';
import { SAVED_FILTER_TYPES } from '../../model/vocabularies';
import { companyJobFields } from './companies';
import { personJobFields } from './persons';

const billing = freeGuessed('no data is returned');

const filterType = integer('Kind', codedByNumber(SAVED_FILTER_TYPES));

export const savedFilterCreate = endpoint({
	method: 'POST',
	path: '/prospection/filters/',
	purpose: 'Save a set of prospecting filters for reuse',
	billing,
	creates: true,
	body: assumed(
		['client'],
		object(
			'Saved Filter',
			{
				filter_name: text('Name', { examples: ['Bakeries in Porto Alegre'] }),
				filter_type: filterType,
				data: anyOf('Filters', [
					object('Person Filters', personJobFields),
					object('Company Filters', companyJobFields),
				]),
			},
			['filter_name', 'filter_type', 'data'],
		),
	),
	responses: { 200: anything('Saved Filter') },
});

const savedFilters = {
	method: 'GET',
	billing,
	query: object('Saved Filters', { page: furtherPage }),
	responses: {
		200: assumed(
			['guess'],
			list(
				'Saved Filters',
				object('Saved Filter', {
					id: integer('ID'),
					filter_name: text('Name'),
					filter_type: filterType,
					data: anything('Filters'),
				}),
			),
			'the shape of the entries is not shown',
		),
	},
} as const;

export const savedPersonFilters = endpoint({
	...savedFilters,
	path: '/prospection/filters/list_person/',
	purpose: 'List saved person filters',
});

export const savedCompanyFilters = endpoint({
	...savedFilters,
	path: '/prospection/filters/list_company/',
	purpose: 'List saved company filters',
});
