const ENGLISH = new Intl.NumberFormat('en-US');

export const digits = (value: number): string => ENGLISH.format(value);

export const plural = (value: number, one: string, many = `${one}s`): string =>
	`${digits(value)} ${value === 1 ? one : many}`;

/** Such as `1 of 5 rows is`, `3 of 5 rows are`. */
export const some = (part: number, all: number, what: string, [one, many] = ['is', 'are']): string =>
	`${digits(part)} of ${plural(all, what)} ${part === 1 ? one : many}`;

/** Rows as people count them, from 1; n8n's table shows no numbers. */
export const rowNumber = (item: number): number => item + 1;

export const duration = (seconds: number): string =>
	seconds >= 60 && seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second');

/** To compare names as people type them with another spelling. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
