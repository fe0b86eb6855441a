import { Usage } from '../../../core/client/usage';
import type { Session } from '../../../core/client/session';
import type { Output } from '../../../core/output/outcome';
import { presented } from '../../../core/leads/present';
import { neutralNames } from '../../../contract/brandTerms';

function session(): { readonly hints: string[]; readonly session: Session } {
	const hints: string[] = [];
	const fake = {
		context: { getContext: () => ({}) },
		usage: new Usage({}),
		limits: {},
		pace: { heldSeconds: 0 },
		connection: { brandTerms: neutralNames },
		hint: (text: string) => void hints.push(text),
	};
	return { hints, session: fake as unknown as Session };
}

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
