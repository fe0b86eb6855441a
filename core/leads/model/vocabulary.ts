/** The one vocabulary in which persons and companies come out of every operation, but for Raw. */

/** Whether a lead is a person or a company. */
export type Subject = 'person' | 'company';

/** A field of a lead. */
export interface LeadField {
	readonly title: string;
	readonly type: 'string' | 'integer' | 'number' | 'boolean';
	readonly description?: string;
	/**
	 * The names under which the service's records have it, best first: of the lookups, the searches, the enrichments
	 * and, in lower case and without accents, the columns of its files. A dot leads into an object. Without any, it is
	 * worked out from several.
	 */
	readonly from: readonly string[];
}

type Keywords = Partial<Pick<LeadField, 'type' | 'description'>>;

const field = (title: string, names: readonly string[], keywords: Keywords = {}): LeadField => ({
	title,
	type: 'string',
	...keywords,
	from: names,
});

/** A field that is worked out from several. */
const made = (title: string, keywords?: Keywords): LeadField => field(title, [], keywords);

/** How many emails and phones a lead has at most. */
export const MOST_CONTACTS = 3;

const emails = {
	email: made('Email', { description: 'The best one, by what the service says' }),
	emailStatus: made('Email Status', { description: 'Such as valid, if the service says' }),
	email2: made('Email 2'),
	emailStatus2: made('Email Status 2'),
	email3: made('Email 3'),
	emailStatus3: made('Email Status 3'),
};

const phones = {
	phone: made('Phone', { description: 'The best one, as +55, area code and number' }),
	phoneType: made('Phone Type', { description: 'Either mobile or landline' }),
	phoneWithoutNinthDigit: made('Phone Without Ninth Digit', {
		description:
			'Of a mobile number, to find a contact that was stored before mobile numbers had nine digits',
	}),
	phoneHasChatApp: made('Phone Has Chat App', { type: 'boolean' }),
	phone2: made('Phone 2'),
	phoneType2: made('Phone Type 2'),
	phone3: made('Phone 3'),
	phoneType3: made('Phone Type 3'),
};

const place = {
	city: made('City'),
	state: made('State', { description: 'Two-letter abbreviation' }),
	neighborhood: made('Neighborhood'),
	street: made('Street', { description: 'With the number' }),
	postalCode: made('Postal Code'),
};

const profileUrl = field('Profile URL', ['url_social', 'social_url']);

/** What a row of a search tells without the contacts themselves. */
const availability = {
	hasEmail: field('Has Email', ['tem_email'], { type: 'boolean' }),
	hasPhone: field('Has Phone', ['tem_telefone'], { type: 'boolean' }),
	hasProfile: field('Has Profile', ['tem_social'], { type: 'boolean' }),
};

const person = {
	name: field('Name', ['nome_completo', 'nome', 'name', 'socio', 'nome_socio']),
	firstName: made('First Name'),
	lastName: made('Last Name'),
	jobTitle: field('Job Title', [
		...['cargo', 'cargo_atual', 'cbo_description', 'ocupacao', 'profissao'],
		...['position', 'qualificacao', 'qualification'],
	]),
	isCurrentJob: made('Is Current Job', {
		type: 'boolean',
		description: 'False when the job title and the company are those of a job that has ended',
	}),
	seniority: field('Seniority', ['senioridade', 'nivel_senioridade']),
	company: field('Company', ['nome_empresa', 'empresa']),
	industry: field('Industry', ['setor', 'segment']),
	...emails,
	...phones,
	...place,
	profileUrl,
	gender: field('Gender', ['genero', 'gender', 'sexo']),
	birthday: field('Birthday', ['birthday', 'data_nascimento', 'nascimento']),
	age: field('Age', ['idade', 'age'], { type: 'integer' }),
	estimatedIncome: field('Estimated Income', ['estimated_income', 'renda_estimada'], { type: 'number' }),
	...availability,
	cpf: field('CPF', ['cpf']),
	personId: field('Person ID', ['id_pessoa', 'person_id'], { type: 'integer' }),
	companyCnpj: field('Company CNPJ', ['cnpj_empresa', 'cnpj']),
	companyId: field('Company ID', ['id_empresa', 'company_id'], { type: 'integer' }),
};

const company = {
	name: field('Name', [
		...['nome_fantasia', 'trading_name', 'nome_empresa', 'razao_social', 'company_name'],
		...['empresa', 'nome', 'name'],
	]),
	legalName: field('Legal Name', ['razao_social', 'company_name']),
	...emails,
	...phones,
	website: field('Website', ['website', 'site', 'url_site']),
	domain: made('Domain', { description: 'Of the website' }),
	...place,
	profileUrl,
	industry: field('Industry', [
		'setor',
		'segment',
		'cnae_principal.descricao',
		'cnae_description',
		'atividade',
	]),
	activityCode: field('Economic Activity Code (CNAE)', ['cnae_principal.codigo', 'cnae_code', 'cnae']),
	activity: field('Economic Activity', ['cnae_principal.descricao', 'cnae_description', 'atividade']),
	employees: field('Employees', ['employee_count', 'numero_funcionarios'], { type: 'integer' }),
	employeeRange: field('Employee Range', ['faixa_funcionarios'], { description: 'Such as 11-50' }),
	revenue: field('Revenue', ['estimated_revenue', 'faturamento'], { type: 'number' }),
	revenueRange: field('Revenue Range', ['faixa_faturamento']),
	foundedYear: field('Founded Year', ['ano_fundacao'], { type: 'integer' }),
	registryStatus: field('Registry Status', ['registry_situation', 'situacao_cadastral']),
	legalNature: field('Legal Nature', ['juridical_type', 'natureza_juridica']),
	isHeadOffice: made('Is Head Office', { type: 'boolean' }),
	partners: made('Partners', { description: 'Their names, separated by commas' }),
	...availability,
	cnpj: field('CNPJ', ['cnpj']),
	companyId: field('Company ID', ['id_empresa', 'company_id'], { type: 'integer' }),
};

export const vocabulary = { person, company } satisfies Readonly<
	Record<Subject, Readonly<Record<string, LeadField>>>
>;

export type PersonField = keyof typeof person;
export type CompanyField = keyof typeof company;
export type FieldName = PersonField | CompanyField;

/** What a field of a lead may hold. */
export type LeadValue = string | number | boolean;

/** A lead: only the fields that the service knows, in the order of the vocabulary. */
export type Lead = { readonly [name in FieldName]?: LeadValue };

/** Where leads come from: records with contacts, or rows of a search that only tell which contacts there are. */
export type Source = 'record' | 'row';

/** The fields of Simplified, contacts first. */
export const simplified = {
	record: {
		person: [
			...['name', 'jobTitle', 'company', 'email', 'emailStatus', 'phone', 'phoneType', 'city', 'state'],
			'cpf',
		],
		company: [
			...['name', 'email', 'phone', 'phoneType', 'website', 'city', 'state', 'industry', 'employeeRange'],
			'cnpj',
		],
	},
	row: {
		person: ['name', 'jobTitle', 'company', 'industry', 'hasEmail', 'hasPhone', 'hasProfile', 'companyId'],
		company: [
			...['name', 'city', 'state', 'industry', 'employeeRange', 'revenueRange', 'hasEmail', 'hasPhone'],
			'cnpj',
		],
	},
} as const satisfies Readonly<Record<Source, Readonly<Record<Subject, readonly FieldName[]>>>>;

/** Which person or company of the service it is: output beside Simplified where it is known. */
export const idOf = { person: 'personId', company: 'companyId' } as const;

/** Fields that say who it is, but nothing of them. */
export const IDENTITY: readonly FieldName[] = [
	...(['cpf', 'cnpj', 'companyCnpj', 'personId', 'companyId', 'profileUrl'] as const),
];
