export { create } from './create';
export { getMany } from './getMany';
