import type { EndpointName } from '../../contract';
import { LOCALE_FILTERS, localeFilters } from '../../contract/endpoints/prospecting/shared';
import { specifiedMessages } from '../../contract/errors';
import { refusals } from '../base/refusals';
import { Refusal } from '../base/refusal';

type Fields = Readonly<Record<string, unknown>>;
type Rule = (body: Fields) => void;

/** An empty list, text or object gives nothing. */
function isGiven(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return false;
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

const threeParts = new RegExp(localeFilters.neighborhoodies.items.pattern, 'u');

/** Every entry has three parts; of what is no list of texts the contract complains. */
const areWellFormed = (neighborhoods: unknown): boolean =>
	!Array.isArray(neighborhoods) || neighborhoods.every((entry) => threeParts.test(String(entry)));

const refusal = (message: string): Refusal =>
	new Refusal(refusals.field.status, 'invalid_parameters', message, {}, {}, true);

const hasLocale = (body: Fields): boolean => LOCALE_FILTERS.some((name) => isGiven(body[name]));

const counting: Rule = (body) => {
	if (!hasLocale(body)) throw refusal(specifiedMessages.noLocale);
	if (!areWellFormed(body.neighborhoodies)) throw refusal(specifiedMessages.neighborhoodForm);
};

const exporting: Rule = (body) => {
	if (!hasLocale(body) || !isGiven(body.name) || !isGiven(body.quantity)) {
		throw refusal(specifiedMessages.jobFields);
	}
	counting(body);
};

/** Rules whose messages the specification gives; they come before any other complaint. */
export const rulesWithMessages: Partial<Record<EndpointName, Rule>> = {
	personCount: counting,
	personJob: exporting,
	companyCount: counting,
	companyJob: exporting,
};
