import { readFileSync } from 'node:fs';

import { ENGLISH, PORTUGUESE, speedSection, speedSections, speedTable } from '../../../tools/docs/speed';

const speeds = [
	{ id: 'search', results: 100_000, ms: { package: 22_449, bare: 21_940, httpRequest: 120_060 } },
	{ id: 'lookUpsAtOnce', results: 500, ms: { package: 1000, bare: 900, httpRequest: 2000 } },
];

it('shows the times of the saved report in the words of each language', () => {
	expect(speedTable(speeds, ENGLISH).split('\n').slice(2)).toEqual([
		'| Search of 100,000 records | 22.4 s | 21.9 s | 120.1 s |',
	]);
	expect(speedTable(speeds, PORTUGUESE)).toContain(
		'| Busca de 100.000 registros | 22,4 s | 21,9 s | 120,1 s |',
	);
});

it('says of both tables which is which, where both were measured', () => {
	const report = { headlines: speeds, distantHeadlines: speeds.slice(0, 1), distant: { roundTripMs: 7 } };
	const [near, , distant, table, ...more] = speedSection(report, ENGLISH).split('\n\n');
	expect(near).toContain('Without TLS');
	expect(distant).toContain('Over TLS and 7 ms');
	expect(table).toContain('| Search of 100,000 records |');
	expect(more).toEqual([]);
	expect(speedSection(report, PORTUGUESE)).toContain('Com TLS e 7 ms');
});

it('has no section without a saved report', () => {
	expect(speedSections('bench/no-such-report.json')).toEqual({});
});

it.each([
	['docs/limits.md', 'speed'],
	['docs/pt-BR/limits.md', 'velocidade'],
])('has its place in %s', (file, name) => {
	expect(readFileSync(file, 'utf8')).toMatch(
		new RegExp(`<!-- generated: ${name} -->[^<]*<!-- /generated -->`),
	);
});
