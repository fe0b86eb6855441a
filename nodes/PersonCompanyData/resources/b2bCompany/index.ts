export { enrichNow } from './enrichNow';
