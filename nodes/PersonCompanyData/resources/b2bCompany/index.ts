export { enrich } from './enrich';
export { enrichBatch } from './enrichBatch';
export { enrichNow } from './enrichNow';
export { find } from './find';
export { search } from './search';
