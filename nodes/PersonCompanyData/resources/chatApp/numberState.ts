import type { IDataObject } from 'n8n-workflow';

import { readLiveName, type LiveNames } from '../../../../contract/liveNames';
import { asText } from '../../../../core/base/json';

/** The words of `status` (one was seen, the other is a guess); any other one tells nothing. */
const STATES: Readonly<Record<string, boolean>> = { ATIVO: true, INATIVO: false };

/** Fields that may say it outright (assumed: one). */
const FLAGS = ['is_active', 'active', 'has_chatapp'];

/** Whether a number is active in the chat app, as an answer says it; `null` when it does not say so. */
export function isActive(answer: IDataObject, words: LiveNames): boolean | null {
	const flag = FLAGS.map((name) => readLiveName(answer, name, words)).find(
		(value): value is boolean => typeof value === 'boolean',
	);
	return flag ?? STATES[asText(answer.status)?.toUpperCase() ?? ''] ?? null;
}
