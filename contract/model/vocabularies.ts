export const STATES = [
	'AC',
	'AL',
	'AM',
	'AP',
	'BA',
	'CE',
	'DF',
	'ES',
	'GO',
	'MA',
	'MG',
	'MS',
	'MT',
	'PA',
	'PB',
	'PE',
	'PI',
	'PR',
	'RJ',
	'RN',
	'RO',
	'RR',
	'RS',
	'SC',
	'SE',
	'SP',
	'TO',
] as const;

/** Departments of a B2B person (assumed: client, one); the entry with commas is a single value. */
export const DEPARTMENTS = [
	'Administrativo',
	'Agronegócios',
	'Atendimento/Suporte ao Cliente',
	'Comercial/Vendas',
	'Consultoria',
	'Educação',
	'Engenharia',
	'Financeiro/Contábil',
	'Imobiliário',
	'Logística/Suprimentos',
	'Manutenção',
	'Marketing/Comunicação',
	'Operações/Produção',
	'Pesquisa & Desenvolvimento (P&D)',
	'Planejamento',
	'Projetos',
	'Qualidade',
	'Recursos Humanos',
	'Saúde',
	'Segurança, Saúde e Meio Ambiente',
	'TI (Tecnologia da Informação)',
	'Varejo',
	'Não classificável',
] as const;

/** Seniority levels of a B2B person (assumed: client, one; another client writes "Júnior"). */
export const SENIORITY_LEVELS = [
	'Estagiário/Trainee',
	'Iniciante',
	'Junior',
	'Pleno',
	'Sênior',
	'Decisores',
] as const;

/** Company sizes by employees; the format is specified, the values and the open last one are assumed (client). */
export const COMPANY_SIZES = [
	'0-1',
	'2-10',
	'11-50',
	'51-200',
	'201-500',
	'501-1000',
	'1001-5000',
	'5001-10000',
	'10001+',
] as const;

/** Company types (assumed: client). */
export const WORK_TYPES = [
	'Empresa Privada',
	'Empresa Pública',
	'Agência do Governo',
	'Instituição Educacional',
	'Sem Fins Lucrativos',
	'Parceria',
	'Propriedade Individual',
	'Trabalhadores Por Conta Própria',
] as const;

/** Groups of legal natures (assumed: client, one), by the integer sent. */
export const LEGAL_NATURES = {
	1: 'Public Administration',
	2: 'Business Entities',
	3: 'Non-Profit Entities',
	4: 'Natural Persons',
	5: 'International Organizations',
} as const;

export const GENDERS = { F: 'Female', M: 'Male' } as const;

export const CONTACT_CHANNELS = {
	chatapp: 'Chat App',
	sms: 'SMS',
	phone: 'Phone',
	email: 'Email',
	address: 'Address',
} as const;

export const FILE_FORMATS = { csv: 'CSV', '<spreadsheet>': 'Spreadsheet' } as const;

/** Head office or branch (assumed: client, several). */
export const HEADQUARTER_TYPES = { H: 'Head Office', B: 'Branch' } as const;

/** Legal sizes of a company (assumed: client, several). */
export const COMPANY_TYPES = { ME: 'Micro (ME)', EPP: 'Small (EPP)', DEMAIS: 'Others (DEMAIS)' } as const;

/** Yes and no in company prospecting (assumed: client, several). */
export const YES_NO = { SIM: 'Yes', NAO: 'No' } as const;

/** Foreign trade of a company (assumed: client, several). */
export const FOREIGN_TRADE = { IMPORTA: 'Imports', EXPORTA: 'Exports' } as const;

/** Types of saved filter (assumed: client), by the integer sent. */
export const SAVED_FILTER_TYPES = { 1: 'Persons', 2: 'Companies' } as const;

/** Autocomplete kinds in the specification; each is a parameter name. */
export const AUTOCOMPLETE_KINDS = {
	nome_empresa: 'Company Name',
	localizacao: 'City',
	setor: 'Sector',
	cargo: 'Job Title',
	atividade_cnae: 'Economic Activity (CNAE)',
	natureza_juridica: 'Legal Nature',
	especialidade: 'Specialty',
} as const;

/** Autocomplete kinds beyond the specification (assumed: client). */
export const ASSUMED_AUTOCOMPLETE_KINDS = {
	habilidade: 'Skill',
	setor_cnae: 'CNAE Macro Sector',
} as const;

export const ALL_AUTOCOMPLETE_KINDS = { ...AUTOCOMPLETE_KINDS, ...ASSUMED_AUTOCOMPLETE_KINDS } as const;

export type AutocompleteKind = keyof typeof ALL_AUTOCOMPLETE_KINDS;

export const EVENT_JOB_TYPES = { enrichment: 'Enrichment', prospecting: 'Prospecting' } as const;
export const EVENT_STATUSES = { requested: 'Requested', done: 'Done', error: 'Error' } as const;

/** The queries for a text, in the form of the specification, then in that of the vendor's client. */
export const autocompleteQueries = (
	kind: AutocompleteKind,
	term: string,
): ReadonlyArray<Readonly<Record<string, string>>> => [{ [kind]: term }, { term, field: kind }];
