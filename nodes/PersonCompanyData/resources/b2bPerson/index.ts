export { search } from './search';
export { enrichBatch } from './enrichBatch';
