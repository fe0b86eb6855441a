export { getStatus } from './getStatus';
export { waitForCompletion } from './waitForCompletion';
