export { checkNumbersInBatch } from './checkNumbersInBatch';
export { checkNumber } from './number';
