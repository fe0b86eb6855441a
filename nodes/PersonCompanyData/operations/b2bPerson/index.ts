export { enrichPersonBatch } from './enrichPersonBatch';
export { enrichPersonNow } from './enrichPersonNow';
export { enrichPersons } from './enrichPersons';
export { searchB2bPersons } from './searchB2bPersons';
