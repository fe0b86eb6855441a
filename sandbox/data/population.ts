import type { Configuration } from '../base/settings';
import { Companies } from './companies';
import { Persons } from './persons';

/** The records that the service knows; the same for the whole life of a sandbox. */
export interface Population {
	readonly persons: Persons;
	readonly companies: Companies;
}

/** Makes the records of a sandbox. */
export const populate = ({
	seed,
	persons,
	companies,
}: Pick<Configuration, 'seed' | 'persons' | 'companies'>): Population => ({
	persons: new Persons(seed, persons, companies),
	companies: new Companies(seed, companies),
});
