/** What a page is written in. */
export interface Language {
	readonly code: 'en' | 'pt';
	/** From the page to `docs`. */
	readonly docs: string;
}

export const ENGLISH: Language = { code: 'en', docs: '.' };
export const PORTUGUESE: Language = { code: 'pt', docs: '..' };

export type { Text } from '../../contract/outcomes';

/** A number with the separators of the language. */
export const figure = (value: number, { code }: Language): string =>
	value.toLocaleString(code === 'en' ? 'en-US' : 'pt-BR', { useGrouping: true });
