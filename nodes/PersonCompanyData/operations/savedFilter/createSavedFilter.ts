import { endpoints } from '../../../../contract';
import { ownPurchaseKey } from '../../../../core/background/jobs';
import { asText } from '../../../../core/base/json';
import { showWhen, type Fields } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';
import { NO_ID, submitOnce } from '../../../../core/purchase/submit';
import { acknowledged } from '../../../../core/read/answer';
import { operation } from '../../run/operation';
import { filterFields, filterOptions, readProspectingFilters } from '../../shared/prospecting/filters';
import { kindField, kinds } from '../../shared/prospecting/kinds';

const endpoint = endpoints.savedFilterCreate;
const { filter_name } = endpoint.body.properties;

const fields = {
	filterName: valueField(filter_name),
	kind: kindField,
	filters: showWhen({ kind: ['persons'] }, filterFields(kinds.persons.job.body, false).filters),
	companyFilters: showWhen({ kind: ['companies'] }, filterFields(kinds.companies.job.body, false).filters),
} satisfies Fields;

export const createSavedFilter = operation({
	name: 'Create',
	action: 'Save prospecting filters',
	calls: [endpoint],
	fields,
	options: filterOptions,
	prepare: (input, at) => {
		const { job, savedType } = kinds[input.kind];
		const filters = input.filters ?? input.companyFilters ?? {};
		return {
			filter_name: input.filterName,
			filter_type: savedType,
			data: readProspectingFilters(job.body, { ...input, filters }, at),
		};
	},
	run: async (body, service, { item, purchaseKey }) => {
		const saved = await submitOnce(
			service,
			{ own: ownPurchaseKey(service, [item]), bought: purchaseKey },
			{ call: { endpoint, body }, what: 'The filters were' },
			({ body: answer }) => {
				const acknowledgement = acknowledged(endpoint, answer);
				// The response shape is undocumented: the filters are saved even if it has no ID.
				return { id: asText(acknowledgement.id) ?? NO_ID, remembered: acknowledgement };
			},
		);
		return [{ filter_name: body.filter_name, filter_type: body.filter_type, ...saved.remembered }];
	},
});
