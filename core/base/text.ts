const ENGLISH = new Intl.NumberFormat('en-US');

/** Such as `12,000`. */
export const digits = (value: number): string => ENGLISH.format(value);

/** Such as `1 credit`, `12,000 credits`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
	`${digits(value)} ${value === 1 ? one : many}`;

/** Such as `90 seconds`, `30 minutes`. */
export const duration = (seconds: number): string =>
	seconds >= 60 && seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second');

/** To compare names as people type them with another spelling. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
