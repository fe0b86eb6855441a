export { default } from '../tools/lint/neverShipped.mjs';
