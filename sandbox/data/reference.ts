import { CITIES, CNAE_LABELS, CNAE_MACRO_SECTORS, MARKER, OCCUPATION_NAMES } from './vocabulary';

/** An entry of the reference data. */
export interface Code {
	readonly code: string;
	readonly description: string;
}

/** The code of an occupation (CBO), by its place. */
export const occupationCode = (occupation: number): string => String(100_000 + occupation);

export const OCCUPATIONS: readonly Code[] = OCCUPATION_NAMES.map((description, i) => ({
	code: occupationCode(i),
	description,
}));

/** The code and the description of a full CNAE label. */
export function activityOf(label: string): Code {
	const [code, ...description] = label.split(' - ');
	return { code, description: description.join(' - ') };
}

export const ACTIVITIES: readonly Code[] = CNAE_LABELS.map(activityOf);

/** The letter of each macro sector, in their order. */
const SECTOR_LETTERS = 'AGFPCQSJ';

export const SECTOR_CODES: readonly Code[] = CNAE_MACRO_SECTORS.map((description, i) => ({
	code: SECTOR_LETTERS[i],
	description,
}));

/** Prospecting profiles; each person has one of them. */
export const PROFILES: readonly Code[] = [
	{ code: 'PF1', description: 'Jovens urbanos' },
	{ code: 'PF2', description: 'Famílias em ascensão' },
	{ code: 'PF3', description: 'Profissionais estabelecidos' },
	{ code: 'PF4', description: 'Empreendedores' },
	{ code: 'PF5', description: 'Aposentados' },
];

/** Groups of legal natures in Portuguese, each with a code of the registry that belongs to it. */
export const NATURES: Readonly<Record<number, Code>> = {
	1: { code: '1015', description: 'Administração Pública' },
	2: { code: '2062', description: 'Entidades Empresariais' },
	3: { code: '3999', description: 'Entidades sem Fins Lucrativos' },
	4: { code: '4014', description: 'Pessoas Físicas' },
	5: { code: '5010', description: 'Organizações Internacionais' },
};

/** Towns without records, so that one state has more cities than any list with a limit would show. */
const TOWNS = Array.from({ length: 60 }, (_, i) => `Vila ${MARKER} ${i + 1}, SP`);

/** All cities that the reference data knows, as the B2B endpoints write them. */
export const ALL_CITIES: readonly string[] = [...CITIES, ...TOWNS];

/** `Cidade, UF` of the B2B endpoints as prospecting writes it, `City - UF`. */
export const prospectingForm = (city: string): string => city.replace(/, (..)$/, ' - $1');

/** Every city has these neighborhoods. */
export const NEIGHBORHOODS = ['Centro', 'Boa Vista', 'Jardim América', 'Santa Cruz', 'São José', 'Vila Nova'];

/** The neighborhood of a record. */
export const neighborhoodOf = (i: number): string => NEIGHBORHOODS[i % NEIGHBORHOODS.length];
