export { enrichList } from './enrichList';
