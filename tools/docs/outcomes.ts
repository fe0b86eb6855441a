import { outcomes } from '../../contract/outcomes';
import { table } from '../text/markdown';
import type { Language } from './language';

const HEAD = {
	en: ['`outcome`', 'Meaning', 'Charged?', 'What to do'],
	pt: ['`outcome`', 'Significado', 'Cobrado?', 'O que fazer'],
} as const;

/** What became of a row. */
export const outcomesTable = ({ code }: Language): string =>
	table(
		HEAD[code],
		Object.entries(outcomes).map(([name, { meaning, charged, next }]) => [
			`\`${name}\``,
			meaning[code],
			charged[code],
			next?.[code] ?? '',
		]),
	);
