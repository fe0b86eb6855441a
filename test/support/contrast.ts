/** Contrast as WCAG 2 defines it. */

/** Relative luminance of a colour such as #2cc7b4 or #fff. */
function luminance(colour: string): number {
	const digits = colour.slice(1);
	const channels = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g);
	const [red, green, blue] = (channels ?? []).map((channel) => {
		const value = parseInt(channel, 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** The highest contrast that a colour of an SVG has with a background; 1 when it names none. */
export const bestContrast = (svg: string, background: string): number =>
	Math.max(
		1,
		...[...svg.matchAll(/\b(?:fill|stroke|stop-color)="(#(?:[\da-f]{6}|[\da-f]{3}))"/gi)].map(([, colour]) =>
			contrast(colour, background),
		),
	);
