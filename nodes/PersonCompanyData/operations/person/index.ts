export { getPerson } from './getPerson';
export { searchByPattern } from './searchByPattern';
export { searchPersons } from './searchPersons';
