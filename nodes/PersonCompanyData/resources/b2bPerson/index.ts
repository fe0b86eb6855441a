export { enrich } from './enrich';
export { enrichBatch } from './enrichBatch';
export { enrichNow } from './enrichNow';
export { search } from './search';
