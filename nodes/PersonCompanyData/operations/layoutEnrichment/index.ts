export { createLayoutEnrichment } from './createLayoutEnrichment';
export { getLayoutResult } from './getLayoutResult';
export { getLayouts } from './getLayouts';
