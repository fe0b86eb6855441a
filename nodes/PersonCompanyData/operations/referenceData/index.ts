export { autocomplete } from './autocomplete';
export * from './filters';
export * from './lists';
