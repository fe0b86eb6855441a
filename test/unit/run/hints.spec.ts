import { Usage } from '../../../core/client/usage';
import type { Session } from '../../../core/client/session';
import type { Output } from '../../../core/output/outcome';
import { presented } from '../../../core/leads/present';
import { addHints } from '../../../nodes/PersonCompanyData/run/ending/hints';
import { neutralNames } from '../../../contract/brandTerms';

/** What is told of a run, and how leads come out, however many there are. */

const ROWS = 300_000;

function session(): { readonly hints: string[]; readonly session: Session } {
	const hints: string[] = [];
	const fake = {
		context: { getContext: () => ({}) },
		usage: new Usage({}),
		limits: {},
		connection: { brandTerms: neutralNames },
		hint: (text: string) => void hints.push(text),
	};
	return { hints, session: fake as unknown as Session };
}

it('counts hundreds of thousands of rows', () => {
	const outputs = Array.from({ length: ROWS }, (_, item): Output => ({
		json: { outcome: item % 2 === 0 ? 'enriched' : 'invalid' },
		items: [item],
	}));
	const told = session();
	addHints(told.session, ROWS, { outputs, problems: [] });
	expect(told.hints.join()).toContain('150,000 enriched, 150,000 invalid: ');
});

it('leads are read in turns with all else', async () => {
	const outputs = Array.from({ length: 10_000 }, (_, item): Output => ({
		json: { nome_completo: `Ana ${item}`, email: `a${item}@b.co` },
		items: [item],
	}));
	const ticks: number[] = [];
	const ticking = setInterval(() => ticks.push(1), 1);
	const view = { about: 'person', source: 'record', output: 'simplified' } as const;
	expect(await presented(session().session, outputs, view)).toHaveLength(10_000);
	clearInterval(ticking);
	expect(ticks.length).toBeGreaterThan(1);
});
