import { anything, assumed, decimal, flag, integer, list, object, text } from './schema';

/** The specification shows no field of these records: all are assumed. */

const address = object('Address', {
	type: text('Type'),
	street: text('Street'),
	number: text('Number'),
	complement: text('Complement'),
	neighborhood: text('Neighborhood'),
	city: text('City'),
	district: text('State', { description: 'Two-letter abbreviation of the state' }),
	postal_code: text('Postal Code'),
	priority: integer('Priority', { description: '1 is the highest' }),
});

const phone = object('Phone', {
	ddd: text('Area Code'),
	number: text('Number'),
	priority: integer('Priority', { description: '1 is the highest' }),
	chatapp_datetime: text('Confirmed in the Chat App'),
	hot_datetime: text('Confirmed by Contact'),
	cdr_datetime: text('Confirmed by Call Record'),
	cpc_datetime: text('Confirmed as the Right Person'),
});

const contacts = {
	addresses: list('Addresses', address),
	mobile_phones: list('Mobile Phones', phone),
	land_lines: list('Land Lines', phone),
	emails: list('Emails', object('Email', { email: text('Email'), priority: integer('Priority') })),
} as const;

export const personRecord = assumed(
	['documented', 'several'],
	object('Person', {
		name: text('Name'),
		cpf: text('CPF', { description: 'May be a number without its leading zeros' }),
		rg: text('RG'),
		gender: text('Gender'),
		birthday: text('Birthday', { format: 'date' }),
		age: integer('Age'),
		sign: text('Sign'),
		mother_name: text('Mother'),
		estimated_income: decimal('Estimated Income'),
		cbo_code: text('Occupation Code (CBO)'),
		cbo_description: text('Occupation'),
		employer: anything('Employer'),
		retired: flag('Retired'),
		bolsa_familia: flag('Receives Bolsa Família'),
		possibly_dead: flag('Possibly Dead'),
		pep: flag('Politically Exposed'),
		pep_type: text('Political Exposure Type'),
		registry_situation: text('Registry Situation'),
		vehicles: anything('Vehicles'),
		consumer_profile: anything('Consumer Profile'),
		...contacts,
		family_persons: list(
			'Family',
			object('Relative', {
				name: text('Name'),
				cpf: text('CPF'),
				description: text('Relationship'),
				relationship: text('Relationship'),
			}),
		),
		related_companies: list(
			'Companies',
			object('Company', {
				cnpj: text('CNPJ'),
				company_name: text('Legal Name'),
				trading_name: text('Trading Name'),
				registry_situation: text('Registry Situation'),
				ownership: anything('Ownership'),
				description: text('Role'),
			}),
		),
	}),
);

const tie = { name: text('Name'), cpf: text('CPF') } as const;

export const companyRecord = assumed(
	['documented', 'client', 'several'],
	object('Company', {
		cnpj: text('CNPJ', { description: 'May be a number without its leading zeros' }),
		company_name: text('Legal Name'),
		trading_name: text('Trading Name'),
		creation_date: text('Created On', { format: 'date' }),
		registry_situation: text('Registry Situation'),
		cnae_code: text('Economic Activity Code (CNAE)'),
		cnae_description: text('Economic Activity'),
		segment: text('Segment'),
		juridical_type_id: text('Legal Nature Code'),
		juridical_type: text('Legal Nature'),
		business_size: text('Business Size'),
		employee_count: integer('Employees'),
		estimated_revenue: decimal('Estimated Revenue'),
		headquarter_type: text('Head Office or Branch', { description: 'H is the head office, B a branch' }),
		city_uf: text('City and State'),
		...contacts,
		related_emails: anything('Related Emails'),
		vehicles: anything('Vehicles'),
		branch_offices: anything('Branches'),
		partners: list(
			'Partners',
			object('Partner', { ...tie, qualification: text('Role'), ownership: anything('Ownership') }),
		),
		related_persons: list(
			'Related Persons',
			object('Related Person', { ...tie, qualification: text('Role'), description: text('Role') }),
		),
		related_company_members: list(
			'Employees',
			object('Employee', { ...tie, position: text('Position'), position_status: text('Position Status') }),
		),
	}),
);
