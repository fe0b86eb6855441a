import { CHARGED, OUTCOMES, reasonFor, type Outcome } from '../../contract/outcomes';
import { table } from '../text/markdown';
import type { Language, Text } from './language';

const HEAD = {
	en: ['`outcome`', 'Meaning', 'Charged?', 'What to do'],
	pt: ['`outcome`', 'Significado', 'Cobrado?', 'O que fazer'],
} as const;

interface OutcomeText {
	readonly pt: string;
	/** By default the `reason` of its rows. */
	readonly en?: string;
	/** Whether it was charged, in Portuguese; no by default. */
	readonly chargedInPt?: string;
	/** What to do. */
	readonly next?: Text;
}

const text = (en: string, pt: string): Text => ({ en, pt });

const TEXTS: Readonly<Record<Outcome, OutcomeText>> = {
	enriched: {
		en: 'An enrichment brought data; in List: Enrich also a CPF that was found',
		pt: 'O enriquecimento trouxe dados; em List: Enrich, também de um CPF',
		chargedInPt: 'sim',
	},
	found: {
		en: 'A lookup or search returned it',
		pt: 'A consulta ou busca encontrou',
		chargedInPt: 'conforme o preço',
	},
	'not found': {
		pt: 'O serviço não encontrou nada',
		chargedInPt: 'não; busca B2B, talvez',
	},
	empty: {
		pt: 'Veio sem detalhes, e o serviço contou como enriquecida',
		chargedInPt: 'em lote; no Enrich Now, não',
	},
	failed: {
		pt: 'O serviço não conseguiu enriquecer. O crédito foi devolvido',
		chargedInPt: 'não, ou devolvido',
		next: text('try again later', 'tente mais tarde'),
	},
	missing: {
		pt: 'O resultado não tem registro da linha',
		chargedInPt: 'talvez',
		next: text('see whether the balance went down', 'veja se o saldo diminuiu'),
	},
	uncertain: {
		pt: 'Não veio resposta; pode ter sido cobrada',
		chargedInPt: 'talvez',
		next: text(
			'[how to go on](edge-cases.md#a-record-is-reported-instead-of-sent)',
			'[como seguir](edge-cases.md#um-registro-em-aberto)',
		),
	},
	waiting: {
		pt: 'O resultado ainda não chegou. Ler depois é grátis',
		chargedInPt: 'sim, uma vez',
		next: text('[read it later](waiting.md)', '[leia depois](waiting.md)'),
	},
	skipped: { pt: 'Já enriquecida: vem sem dados, que estão na saída daquela execução' },
	invalid: {
		pt: 'A linha está errada. Nada foi enviado',
		next: text(
			'[correct it](enrich-a-list.md#why-is-a-row-invalid)',
			'[corrija](enrich-a-list.md#por-que-a-linha-é-inválida)',
		),
	},
	'not sent': {
		pt: 'Nada foi enviado nem cobrado',
		next: text(
			'run it again tomorrow; raise the limit only if requests are left',
			'rode amanhã; aumente o limite só se sobram requisições',
		),
	},
};

/** What became of a row. */
export const outcomesTable = ({ code }: Language): string =>
	table(
		HEAD[code],
		OUTCOMES.map((name) => {
			const { en = reasonFor(name)?.replace(/\.$/, '') ?? '', pt, chargedInPt = 'não', next } = TEXTS[name];
			const charged = text(CHARGED[name] ?? 'no', chargedInPt);
			return [`\`${name}\``, text(en, pt)[code], charged[code], next?.[code] ?? ''];
		}),
	);
