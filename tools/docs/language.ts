/** What a page is written in. */
export interface Language {
	readonly code: 'en' | 'pt';
	/** From the page to `docs`. */
	readonly docs: string;
}

export const ENGLISH: Language = { code: 'en', docs: '.' };
export const PORTUGUESE: Language = { code: 'pt', docs: '..' };

/** A text in both languages. */
export interface Text {
	readonly en: string;
	readonly pt: string;
}

/** A number with the separators of the language. */
export const figure = (value: number, { code }: Language): string =>
	value.toLocaleString(code === 'en' ? 'en-US' : 'pt-BR', { useGrouping: true });
