/** What operations are made of, so that their files need one import for it: the form, the calls and the results. */

export { endpoints } from '../../../contract';
export type { Endpoint, FreeEndpoint } from '../../../contract/model/endpoint';
export { integer, list, text, type ObjectSchema } from '../../../contract/model/schema';
export { attempt } from '../../../core/base/async';
export { asInteger, asText, defined, isFilled } from '../../../core/base/json';
export { ServiceFailure } from '../../../core/client/failure';
export type { Call, FreeCall, Reply } from '../../../core/client/request';
export type { Service } from '../../../core/client/service';
export { askIfFound, askOnce } from '../../../core/purchase/askOnce';
export { choice, forRun, fromItem, inputError, showWhen, toggle, WHOLE_ITEM } from '../../../core/form/field';
export type { At, Field, Fields, Input } from '../../../core/form/field';
export { filterField, objectField, optionalField, valueField } from '../../../core/form/schemaField';
export { combine, ifNothingFound, InvalidItem, NotFound, PartialResult } from '../../../core/output/result';
export type { RunResult, Output, Problem, Produced } from '../../../core/output/result';
export { operation, type CheckedItem, type Operation } from '../run/operation';
