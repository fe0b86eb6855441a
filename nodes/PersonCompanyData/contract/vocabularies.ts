/** Closed lists of values, each in its one place. */

/** Two-letter abbreviations of the Brazilian states. */
export const STATES = [
	'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR',
	'RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO',
] as const; // prettier-ignore

/** Departments of a B2B person (assumed: client, one); the one with commas is a single value. */
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

/** Company sizes by employees; the form is specified, the values and the open last one are assumed (client). */
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

/** Kinds of company (assumed: client). */
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

/** Groups of legal natures (assumed: client, one), by the integer that is sent. */
export const LEGAL_NATURES = {
	1: 'Public Administration',
	2: 'Business Entities',
	3: 'Non-Profit Entities',
	4: 'Natural Persons',
	5: 'International Organisations',
} as const;
