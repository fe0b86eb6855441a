export { getBusinessContext } from './getBusinessContext';
export * from './registry';
