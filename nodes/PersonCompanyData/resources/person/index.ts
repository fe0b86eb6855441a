export { get } from './get';
export { search } from './search';
export { searchByPattern } from './searchByPattern';
