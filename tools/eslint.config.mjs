export { default } from './lint/neverShipped.mjs';
