export { getBalance } from './getBalance';
