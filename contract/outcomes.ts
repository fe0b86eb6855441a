/** A text in both languages. */
export interface Text {
	readonly en: string;
	readonly pt: string;
}

const text = (en: string, pt: string): Text => ({ en, pt });
const [NO, MAYBE] = [text('no', 'não'), text('maybe', 'talvez')];

interface OutcomeText {
	/** In English also the `reason` of a row without a result, unless a better one is known. */
	readonly meaning: Text;
	readonly charged: Text;
	/** What to do. */
	readonly next?: Text;
}

const outcome = (en: string, pt: string, charged: Text, next?: Text): OutcomeText => ({
	...{ meaning: text(en, pt), charged },
	...(next && { next }),
});

const results = {
	enriched: outcome(
		'An enrichment brought data; in List: Enrich also a CPF that was found',
		'O enriquecimento trouxe dados; em List: Enrich, também de um CPF',
		text('yes', 'sim'),
	),
	found: outcome(
		'A lookup or search returned it',
		'A consulta ou busca encontrou',
		text('as priced', 'conforme o preço'),
	),
};

const withoutResult = {
	'not found': outcome('The service found nothing for this row', 'O serviço não encontrou nada', NO),
	empty: outcome(
		'The service returned no details for this row, and counted it as enriched',
		'Veio sem detalhes, e o serviço contou como enriquecida',
		text('in a batch; not by Enrich Now', 'em lote; no Enrich Now, não'),
	),
	failed: outcome(
		'The service could not enrich this row. Its credit was refunded',
		'O serviço não conseguiu enriquecer. O crédito foi devolvido',
		text('no, or refunded', 'não, ou devolvido'),
		text('try again later', 'tente mais tarde'),
	),
	missing: outcome(
		'The result has no record for this row',
		'O resultado não tem registro da linha',
		MAYBE,
		text('see whether the balance went down', 'veja se o saldo diminuiu'),
	),
	uncertain: outcome(
		'No answer came, so this row may have been charged',
		'Não veio resposta; pode ter sido cobrada',
		MAYBE,
		text(
			'[how to go on](edge-cases.md#a-record-is-reported-instead-of-sent)',
			'[como seguir](edge-cases.md#um-registro-em-aberto)',
		),
	),
	waiting: outcome(
		'The result is not there yet. Reading it later is free',
		'O resultado ainda não chegou. Ler depois é grátis',
		text('yes, once', 'sim, uma vez'),
		text('[read it later](waiting.md)', '[leia depois](waiting.md)'),
	),
	skipped: outcome(
		'Enriched before, so it comes without data, which is in the output of that run',
		'Já enriquecida: vem sem dados, que estão na saída daquela execução',
		NO,
	),
	invalid: outcome(
		'The row is not valid. Nothing was sent for it',
		'A linha está errada. Nada foi enviado',
		NO,
		text(
			'[correct it](enrich-a-list.md#why-is-a-row-invalid)',
			'[corrija](enrich-a-list.md#por-que-a-linha-é-inválida)',
		),
	),
	'not sent': outcome(
		'Nothing was sent for this row, and nothing charged',
		'Nada foi enviado nem cobrado',
		NO,
		text('raise the limit, such as Maximum Credits', 'aumente o limite, como Maximum Credits'),
	),
};

/** What became of a row, by the value of the output field `outcome`. */
export const outcomes: Readonly<Record<string, OutcomeText>> = { ...results, ...withoutResult };

export const isOutcome = (value: unknown): boolean => Object.hasOwn(outcomes, String(value));

/** Why a row has no result; `undefined` if it has one. */
export const reasonFor = (name: string): string | undefined =>
	Object.hasOwn(withoutResult, name) ? `${outcomes[name].meaning.en}.` : undefined;

/** May have been charged without a result. */
export const OPEN_OUTCOMES = Object.keys(outcomes).filter((name) => outcomes[name].charged === MAYBE);
