/** Words that synthetic records are made of. */

/** Stands in every name of a record, so that nobody takes one for real. */
export const MARKER = 'Synthetic';

/** The entries of a text, which stand on lines of their own or behind a semicolon. */
const listed = (text: string): string[] => text.trim().split(/;\s*|\s*\n\s*/);

export const FIRST_NAMES = {
	F: ['Ana', 'Beatriz', 'Carla', 'Daniela', 'Fernanda', 'Juliana', 'Luana', 'Mariana', 'Patrícia', 'Sônia'],
	M: ['André', 'Bruno', 'Carlos', 'Diego', 'Eduardo', 'Felipe', 'João', 'Lucas', 'Marcos', 'Rafael'],
} as const;

export const LAST_NAMES = listed(`
	Almeida; Araújo; Barbosa; Cardoso; Costa; Ferreira; Gomes; Lima; Martins; Melo
	Nunes; Oliveira; Pereira; Ribeiro; Rocha; Santos; Silva; Souza; Teixeira; Vieira
`);

/** What begins a job title, by level of seniority; those who decide have the last two. */
const RANKS = listed('Estagiário; Assistente; Analista Júnior; Analista; Coordenador; Gerente; Diretor');

/** What ends a job title, by department. */
const AREAS = listed(`
	Administrativo; de Agronegócios; de Atendimento; Comercial; de Consultoria; de Educação
	de Engenharia; de Finanças; de Imóveis; de Logística; de Manutenção; de Marketing; de Operações
	de Pesquisa; de Planejamento; de Projetos; de Qualidade; de Recursos Humanos; de Saúde
	de Segurança do Trabalho; de Tecnologia; de Varejo; Geral
`);

/** Job titles, free text for the service: those of a rank follow each other, by department. */
export const TITLES = RANKS.flatMap((rank) => AREAS.map((area) => `${rank} ${area}`));

/** Occupations (CBO) of the registry. */
export const OCCUPATION_NAMES = listed(`
	Analista de Dados; Analista Financeiro; Assistente Administrativo; Auxiliar de Logística
	CEO; Comprador; Consultor de Vendas; Coordenador de Projetos; Desenvolvedor de Software
	Diretor Comercial; Diretor de Tecnologia; Engenheiro Civil; Enfermeiro; Gerente Comercial
	Gerente de Marketing; Gerente de Operações; Gerente de Recursos Humanos; Professor; Sócio
	Técnico de Manutenção; Vendedor
`);

export const SKILLS = listed(`
	Atendimento ao Cliente; Contabilidade; Planilhas Eletrônicas; Gestão de Projetos; Inglês; JavaScript
	Liderança; Logística; Marketing Digital; Negociação; Análise de Dados; Python; SQL; Vendas
`);

/** Cities as the B2B endpoints write them. */
export const CITIES = listed(`
	Rio Branco, AC; Maceió, AL; Manaus, AM; Macapá, AP; Salvador, BA; Feira de Santana, BA
	Fortaleza, CE; Brasília, DF; Vitória, ES; Goiânia, GO; São Luís, MA; Belo Horizonte, MG
	Uberlândia, MG; Campo Grande, MS; Cuiabá, MT; Belém, PA; João Pessoa, PB; Recife, PE
	Teresina, PI; Curitiba, PR; Londrina, PR; Rio de Janeiro, RJ; Niterói, RJ; Natal, RN
	Porto Velho, RO; Boa Vista, RR; Porto Alegre, RS; Caxias do Sul, RS; Florianópolis, SC
	Joinville, SC; Aracaju, SE; São Paulo, SP; Campinas, SP; Santos, SP; Palmas, TO
`);

/** The state of each city, by the same place in the list. */
export const CITY_STATES = CITIES.map((city) => city.slice(-2));

export const SECTORS = listed(`
	Alimentos e bebidas; Construção; Consultoria empresarial; Educação superior; Hospitais e saúde
	Imóveis; Marketing e publicidade; Serviços financeiros; Tecnologia da informação e serviços
	Transporte e logística; Varejo; Vestuário e moda
`);

export const CNAE_MACRO_SECTORS = listed(
	'AGROPECUÁRIA; COMÉRCIO; CONSTRUÇÃO; EDUCAÇÃO; INDÚSTRIA; SAÚDE; SERVIÇOS; TECNOLOGIA',
);

/** Full labels of CNAE classes, the form that the B2B filters take. */
export const CNAE_LABELS = [
	'1091102 - Fabricação de produtos de padaria e confeitaria com predominância de produção própria',
	'4120400 - Construção de edifícios',
	'4711302 - Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios - supermercados',
	'4781400 - Comércio varejista de artigos do vestuário e acessórios',
	'4930202 - Transporte rodoviário de carga, exceto produtos perigosos e mudanças, intermunicipal, interestadual e internacional',
	'5611201 - Restaurantes e similares',
	'6201501 - Desenvolvimento de programas de computador sob encomenda',
	'6204000 - Consultoria em tecnologia da informação',
	'6920601 - Atividades de contabilidade',
	'7020400 - Atividades de consultoria em gestão empresarial, exceto consultoria técnica específica',
	'7311400 - Agências de publicidade',
	'8630503 - Atividade médica ambulatorial restrita a consultas',
];

export const SPECIALITIES = listed(`
	Auditoria; Computação em Nuvem; Comércio Eletrônico; Engenharia; Gestão de Frotas
	Inteligência Artificial; Marketing Digital; Moda; Panificação; Recrutamento; Saúde; Treinamento
`);

export const COMPANY_KINDS = listed(`
	Padaria; Mercado; Construtora; Transportes; Clínica; Consultoria; Tecnologia; Moda
	Contabilidade; Restaurante
`);

export const COMPANY_NAMES = listed(`
	Aurora; Boa Vista; Central; Estrela; Horizonte; Ipiranga; Nova Era; Primavera; São Jorge
	União
`);

/** Yearly revenue bands in reais, each with its label. */
export const REVENUE_BANDS = [
	[0, 'Até R$ 360 mil'],
	[360_000, 'R$ 360 mil a R$ 4,8 milhões'],
	[4_800_000, 'R$ 4,8 milhões a R$ 100 milhões'],
	[100_000_000, 'Acima de R$ 100 milhões'],
] as const;
