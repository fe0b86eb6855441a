/** A whole number as it is written in English. */
export const whole = (number: number): string => number.toLocaleString('en');

/** A time in the two largest units that it has. */
export function inWords(seconds: number): string {
	const units = [
		['d', Math.floor(seconds / 86_400)],
		['h', Math.floor((seconds % 86_400) / 3600)],
		['min', Math.floor((seconds % 3600) / 60)],
		['s', Math.round((seconds % 60) * 10) / 10],
	] as const;
	const shown = units.filter(([, count]) => count > 0).slice(0, 2);
	return shown.length === 0 ? '0 s' : shown.map(([unit, count]) => `${count} ${unit}`).join(' ');
}

/** A difference in percent. */
export function percent(difference: number): string {
	const rounded = Math.round(difference * 100) / 100;
	return rounded === 0 ? '±0 %' : `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)} %`;
}
