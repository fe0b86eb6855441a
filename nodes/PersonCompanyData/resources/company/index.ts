export { get } from './get';
export { getBranches } from './getBranches';
export { getBusinessContext } from './getBusinessContext';
export { search } from './search';
