import { GROUPS, type Difference } from './differences';

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** The differences for people to read: by group, then by endpoint. */
export function report(found: readonly Difference[]): string {
	if (found.length === 0) return 'No differences.';
	const lines: string[] = [];
	for (const group of GROUPS) {
		const members = found.filter((difference) => difference.group === group);
		if (members.length === 0) continue;
		lines.push(`${group} (${members.length})`);
		for (const endpoint of new Set(members.map((difference) => difference.endpoint))) {
			const here = members.filter((difference) => difference.endpoint === endpoint);
			if (here.length === 1 && here[0].text.length + endpoint.length < 100) {
				const separator = here[0].text === '' ? '' : ': ';
				lines.push(`  ${endpoint}${separator}${here[0].text} ${mark(here[0])}`);
				continue;
			}
			lines.push(`  ${endpoint}`, ...here.map((difference) => `    ${difference.text} ${mark(difference)}`));
		}
		lines.push('');
	}
	const assumed = found.filter((difference) => difference.assumed).length;
	lines.push(
		`${count(found.length, 'difference')}: our side is assumed in ${assumed}, specified in ${found.length - assumed}.`,
	);
	return lines.join('\n');
}

const mark = (difference: Difference): string =>
	difference.assumed ? '[ours: assumed]' : '[ours: specified]';
