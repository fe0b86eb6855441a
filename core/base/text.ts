/** Numbers and times as texts say them. */

const ENGLISH = new Intl.NumberFormat('en-US');

/** A number as people read it: `12,000`. */
export const digits = (value: number): string => ENGLISH.format(value);

/** A number of things: `1 credit`, `12,000 credits`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
	`${digits(value)} ${value === 1 ? one : many}`;

/** A time as people say it, in minutes where it has no seconds besides: `1 second`, `30 minutes`. */
export const duration = (seconds: number): string =>
	seconds >= 60 && seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second');
