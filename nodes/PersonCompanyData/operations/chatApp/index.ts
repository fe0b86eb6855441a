export { checkNumber } from './checkNumber';
export { checkNumbersInBatch } from './checkNumbersInBatch';
