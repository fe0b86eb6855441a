import type { IDataObject } from 'n8n-workflow';

import { statusRecord } from '../../contract/model/fields';
import {
	asInteger,
	asObject,
	asRows,
	firstOf,
	isAboutAnswer,
	isFilled,
	layersOf,
	parseJson,
	recordOf,
	WRAPPERS,
} from '../base/json';

/** What an answer about a batch consists of, in whichever layers it comes. */
export interface StatusParts {
	/** The answer, without what only wraps it. */
	readonly raw: IDataObject;
	/** What is said of the batch, of all layers. */
	readonly said: IDataObject;
	readonly records: readonly IDataObject[];
	/** Whether the records come in a list, which is returned once the batch is complete. */
	readonly isListed: boolean;
	/** Whether anything in it is about a batch: an answer may only say that the service could not answer. */
	readonly isOfBatch: boolean;
}

/** Fields that a batch has and a record does not. */
const OF_A_BATCH = [
	...Object.keys(statusRecord.properties).filter((name) => !isAboutAnswer(name)),
	...['quantidade', 'url_webhook'],
];
const isWrapper = (name: string): boolean => (WRAPPERS as readonly string[]).includes(name);

/** Whether an object is a record: it holds data, and nothing that only a batch has. */
const isRecord = (layer: IDataObject): boolean =>
	!OF_A_BATCH.some((name) => name in layer) &&
	Object.keys(layer).some((name) => !isAboutAnswer(name) && !isWrapper(name) && isFilled(layer[name]));

/** A list or object that comes as the text of its JSON. */
function unpacked(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parseJson(value);
	} catch {
		return value;
	}
}

/** Whether a list holds records; one of a single status record does not. */
function isOfRecords(value: unknown): value is unknown[] {
	if (!Array.isArray(value)) return false;
	const rows = asRows(value);
	return rows.length > 1 || rows.some(isRecord);
}

function listedIn(layers: readonly IDataObject[]): IDataObject[] {
	const named = layers.map(({ contatos }) => asRows(unpacked(contatos))).find((rows) => rows.length > 0);
	if (named !== undefined) return named;
	// Under the names by which the service's other lists come.
	const others = layers.flatMap((layer) => WRAPPERS.map((name) => unpacked(layer[name])));
	return asRows(others.find(isOfRecords));
}

const tellsOfBatch = (said: IDataObject): boolean =>
	firstOf(said, ...OF_A_BATCH, 'erro') !== undefined ||
	[said.sucesso, said.total].some((count) => asInteger(count) !== undefined);

/** Takes an answer about a batch apart: the status record, the records, or both in one another in any order. */
export function partsOf(body: unknown): StatusParts {
	const content = unpacked(body);
	if (isOfRecords(content)) return partsOf({ contatos: content });
	const whole = asObject(content);
	const raw = asObject(recordOf(whole));
	const layers = layersOf(whole);
	const own = layers.filter((layer, i) => i === 0 || !isRecord(layer));
	// What is said further inside is more about the batch than about the answer.
	const said = [raw, ...own].reduce<IDataObject>((all, layer) => ({ ...all, ...layer }), {});
	const listed = listedIn(own);
	if (listed.length > 0) return { raw, said, records: listed, isListed: true, isOfBatch: true };
	const records = layers.slice(1).filter(isRecord).slice(0, 1);
	return { raw, said, records, isListed: false, isOfBatch: tellsOfBatch(said) };
}
