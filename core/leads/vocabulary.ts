import type { Json } from '../base/json';
import type { Field } from '../form/field';
import * as made from './made';

export type Subject = 'person' | 'company';

export type LeadValue = string | number | boolean;

export interface LeadField {
	readonly title: string;
	readonly type: 'string' | 'integer' | 'number' | 'boolean';
	readonly description?: string;
	/**
	 * Candidate names, lower case, by preference: of lookups, searches, enrichments and, as far as the sandbox
	 * assumes them, file columns. Empty for emails and phones, which are ranked instead.
	 */
	readonly from: readonly string[];
	readonly as?: (value: Json, values: made.Values) => LeadValue | undefined;
}

const field = (
	title: string,
	from: readonly string[] = [],
	keywords: Omit<Partial<LeadField>, 'title' | 'from'> = {},
): LeadField => ({ title, type: 'string', ...keywords, from });

const contacts = {
	email: field('Email', [], { description: 'The best one, by what the service says' }),
	emailStatus: field('Email Status', [], { description: 'Such as valid, if the service says' }),
	email2: field('Email 2'),
	emailStatus2: field('Email Status 2'),
	email3: field('Email 3'),
	emailStatus3: field('Email Status 3'),
	phone: field('Phone', [], { description: 'The best one, as +55, area code and number' }),
	phoneType: field('Phone Type', [], { description: 'Either mobile or landline' }),
	phoneWithoutNinthDigit: field('Phone Without Ninth Digit', [], {
		description:
			'Of a mobile number, to find a contact that was stored before mobile numbers had nine digits',
	}),
	phoneHasChatApp: field('Phone Has Chat App', [], { type: 'boolean' }),
	phone2: field('Phone 2'),
	phoneType2: field('Phone Type 2'),
	phone3: field('Phone 3'),
	phoneType3: field('Phone Type 3'),
};

const place = {
	city: field('City', ['city', 'cidade', 'localizacao', 'city_uf'], { as: made.city }),
	state: field('State', ['district', 'uf', 'localizacao', 'city_uf'], {
		description: 'Two-letter abbreviation',
		as: made.state,
	}),
	neighborhood: field('Neighborhood', ['neighborhood', 'bairro']),
	street: field('Street', ['street', 'logradouro', 'endereco', 'endereco_1'], {
		description: 'With the number',
		as: made.street,
	}),
	postalCode: field('Postal Code', ['postal_code', 'cep']),
};

const profileUrl = field('Profile URL', ['url_social']);
const companyId = field('Company ID', ['id_empresa', 'company_id'], { type: 'integer' });

const availability = {
	hasEmail: field('Has Email', ['tem_email'], { type: 'boolean' }),
	hasPhone: field('Has Phone', ['tem_telefone'], { type: 'boolean' }),
	hasProfile: field('Has Profile', ['tem_social'], { type: 'boolean' }),
};

const PERSON_NAMES = ['nome_completo', 'nome', 'name', 'socio'];
const COMPANY_NAMES = ['nome_fantasia', 'trading_name', 'nome_empresa', 'razao_social', 'company_name'];
const ACTIVITIES = ['descricao', 'cnae_description', 'atividade'];
const EMPLOYEES = ['employee_count', 'numero_funcionarios'];

const person = {
	name: field('Name', PERSON_NAMES),
	firstName: field('First Name', PERSON_NAMES, { as: made.firstName }),
	lastName: field('Last Name', PERSON_NAMES, { as: made.lastName }),
	jobTitle: field('Job Title', ['cargo', 'cbo_description', 'ocupacao', 'qualificacao']),
	isCurrentJob: field('Is Current Job', ['is_current_job'], {
		type: 'boolean',
		description: 'False when the job title and the company are those of a job that has ended',
	}),
	seniority: field('Seniority', ['senioridade']),
	company: field('Company', ['nome_empresa', 'employer', ...COMPANY_NAMES]),
	industry: field('Industry', ['setor']),
	...contacts,
	...place,
	profileUrl,
	gender: field('Gender', ['genero', 'gender', 'sexo']),
	birthday: field('Birthday', ['birthday', 'nascimento']),
	age: field('Age', ['idade', 'age'], { type: 'integer' }),
	estimatedIncome: field('Estimated Income', ['estimated_income', 'renda_estimada'], { type: 'number' }),
	...availability,
	cpf: field('CPF', ['cpf'], { as: made.cpf }),
	personId: field('Person ID', ['id_pessoa'], { type: 'integer' }),
	companyCnpj: field('Company CNPJ', ['cnpj'], { as: made.cnpj }),
	companyId,
};

const company = {
	name: field('Name', COMPANY_NAMES),
	legalName: field('Legal Name', ['razao_social', 'company_name']),
	...contacts,
	website: field('Website', ['website']),
	domain: field('Domain', ['website'], { description: 'Of the website', as: made.domain }),
	...place,
	profileUrl,
	industry: field('Industry', ['setor', 'segment', ...ACTIVITIES]),
	activityCode: field('Economic Activity Code (CNAE)', ['codigo', 'cnae_code', 'cnae']),
	activity: field('Economic Activity', ACTIVITIES),
	employees: field('Employees', EMPLOYEES, { type: 'integer' }),
	employeeRange: field('Employee Range', ['faixa_funcionarios', ...EMPLOYEES], {
		description: 'Such as 11-50',
		as: made.employeeRange,
	}),
	revenue: field('Revenue', ['estimated_revenue'], { type: 'number' }),
	revenueRange: field('Revenue Range', ['faixa_faturamento']),
	foundedYear: field('Founded Year', ['ano_fundacao', 'creation_date', 'abertura'], {
		type: 'integer',
		as: made.year,
	}),
	registryStatus: field('Registry Status', ['registry_situation']),
	legalNature: field('Legal Nature', ['juridical_type']),
	isHeadOffice: field('Is Head Office', ['headquarter_type', 'matriz_filial'], {
		type: 'boolean',
		as: made.isHeadOffice,
	}),
	partners: field('Partners', ['socios', 'partners'], {
		description: 'Their names, separated by commas',
		as: made.names,
	}),
	...availability,
	cnpj: field('CNPJ', ['cnpj'], { as: made.cnpj }),
	companyId,
};

export const vocabulary = { person, company } satisfies Readonly<
	Record<Subject, Readonly<Record<string, LeadField>>>
>;

export type FieldName = keyof typeof person | keyof typeof company;

/** Only fields with a value, in the order of the vocabulary. */
export type Lead = { readonly [name in FieldName]?: LeadValue };

export interface Leads {
	readonly about: Subject | 'any';
	readonly source: keyof typeof simplified;
	readonly show?: NonNullable<Field['show']>;
}

const CALL = ['phone', 'phoneType'] as const;
const PLACE = ['city', 'state'] as const;

/** Of records with contacts, or search rows that only tell which contacts exist. */
export const simplified = {
	record: {
		person: ['name', 'jobTitle', 'company', 'email', 'emailStatus', ...CALL, ...PLACE, 'cpf'],
		company: ['name', 'email', ...CALL, 'website', ...PLACE, 'industry', 'employeeRange', 'cnpj'],
	},
	row: {
		person: ['name', 'jobTitle', 'company', 'industry', 'hasEmail', 'hasPhone', 'hasProfile', 'companyId'],
		company: ['name', ...PLACE, 'industry', 'employeeRange', 'revenueRange', 'hasEmail', 'hasPhone', 'cnpj'],
	},
} as const satisfies Readonly<Record<string, Readonly<Record<Subject, readonly FieldName[]>>>>;

/** Output next to Simplified fields if known. */
export const idOf = { person: 'personId', company: 'companyId' } as const;
