export { create } from './create';
export { getLayouts } from './getLayouts';
export { getResult } from './getResult';
