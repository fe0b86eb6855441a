export { createSavedFilter } from './createSavedFilter';
export { getMany } from './getMany';
