import type { EndpointName } from '../../contract';
import { LOCALE_FILTERS } from '../../contract/endpoints/prospecting/shared';
import { specifiedMessages } from '../../contract/errors';
import { Refusal } from '../base/refusal';
import type { Settings } from '../base/settings';

type Fields = Readonly<Record<string, unknown>>;
type Rule = (body: Fields, settings: Settings) => void;

/** An empty list, text or object gives nothing. */
function isGiven(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return false;
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Every entry has three parts; of what is no list the contract complains. */
const areWellFormed = (neighborhoods: unknown): boolean =>
	!Array.isArray(neighborhoods) ||
	neighborhoods.every((entry) => {
		const parts = String(entry).split(' - ');
		return parts.length === 3 && parts.every((part) => part.trim() !== '');
	});

const refusal = (message: string, { prospectingErrors }: Settings): Refusal =>
	new Refusal(400, 'invalid_parameters', message, {}, {}, prospectingErrors === 'text');

const hasLocale = (body: Fields): boolean => LOCALE_FILTERS.some((name) => isGiven(body[name]));

const counting: Rule = (body, settings) => {
	if (!hasLocale(body)) throw refusal(specifiedMessages.noLocale, settings);
	if (!areWellFormed(body.neighborhoodies)) throw refusal(specifiedMessages.neighborhoodForm, settings);
};

const exporting: Rule = (body, settings) => {
	if (!hasLocale(body) || !isGiven(body.name) || !isGiven(body.quantity)) {
		throw refusal(specifiedMessages.jobFields, settings);
	}
	counting(body, settings);
};

/** Rules whose messages the specification gives; they come before any other complaint. */
export const rulesWithMessages: Partial<Record<EndpointName, Rule>> = {
	personCount: counting,
	personJob: exporting,
	companyCount: counting,
	companyJob: exporting,
};
