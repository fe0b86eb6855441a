import { valuesFrom } from './lists';
import { assumed, integer, text } from './schema';
import { STATES } from './vocabularies';

const uf = STATES.join('|');

/** Keywords for a closed list, from labels by code. */
export const coded = <const Labels extends Readonly<Record<string, string>>>(labels: Labels) => ({
	enum: Object.keys(labels),
	'x-labels': labels,
});

export const codedByNumber = <const Labels extends Readonly<Record<number, string>>>(labels: Labels) => ({
	...coded(labels),
	enum: Object.keys(labels).map(Number),
});

export const state = text('State', { enum: STATES });

/** `Cidade, UF`, the format of the B2B endpoints; prospecting uses `City - UF`. */
export const b2bLocation = text('Location', {
	...valuesFrom('b2bLocations'),
	examples: ['Porto Alegre, RS'],
	'x-written-as': {
		pattern: `^\\S.*, (?:${uf})$`,
		hint: 'Write the city, a comma, a space and the state, for example "Porto Alegre, RS"',
	},
});

export const prospectingCity = text('City', {
	...valuesFrom('cities'),
	examples: ['Porto Alegre - RS'],
	'x-written-as': {
		pattern: `^\\S.* - (?:${uf})$`,
		hint: 'Write the city, " - " and the state, for example "Porto Alegre - RS"',
	},
});

export const prospectingNeighborhood = text('Neighborhood', {
	...valuesFrom('neighborhoods'),
	examples: ['CENTRO - PORTO ALEGRE - RS'],
	'x-written-as': {
		pattern: `^(?:(?! - ).)+ - (?:(?! - ).)+ - (?:${uf})$`,
		hint: 'Write the neighborhood, the city and the state, separated by " - ", for example "CENTRO - PORTO ALEGRE - RS"',
	},
});

export const areaCode = text('Area Code (DDD)', {
	examples: ['51'],
	'x-written-as': { pattern: '^\\d{2}$', hint: 'Write the two digits of the area code, for example "51"' },
});

export const phoneNumber = text('Phone', {
	description: 'Area code and number together, with or without formatting',
	format: 'phone',
	examples: ['51999990000'],
	'x-written-as': {
		pattern: '^\\d{10,11}$',
		hint: 'Write the area code and the number together, digits only, for example "51999990000"',
	},
});

export const postalCode = assumed(
	['client', 'guess'],
	text('Postal Code (CEP)', { format: 'postal-code', examples: ['90010000'] }),
	'sent as eight digits without the hyphen; no source shows how it is written',
);

export const returnedFields = text('Fields to Request', {
	description: "Comma-separated names of the fields to return, or 'all'; leave empty for the default",
	examples: ['name,emails'],
});

/** The B2B endpoints take the full label; a bare code matches nothing and is charged. */
export const cnaeLabel = text('Economic Activity (CNAE)', {
	...valuesFrom('b2bEconomicActivities'),
	examples: ['6201501 - Desenvolvimento de programas de computador sob encomenda'],
	'x-written-as': {
		pattern: '^\\d{7} - \\S.*$',
		hint: 'Choose it from the list, or write code and description, for example "6201501 - Desenvolvimento de programas de computador sob encomenda"',
	},
});

export const cnpj = text('CNPJ', {
	format: 'cnpj',
	description: 'A CNPJ, with or without formatting',
	examples: ['12.345.678/0001-95'],
});

export const cpf = text('CPF', {
	format: 'cpf',
	description: 'A CPF, with or without formatting',
	examples: ['123.456.789-09'],
});

export const personId = integer('Person ID', {
	description: 'The personId of a search result',
	examples: [1234567],
	minimum: 1,
});

export const companyId = integer('Company ID', {
	description: 'The companyId of a search result',
	examples: [7654321],
	minimum: 1,
});

export const socialUrl = text('Profile URL', {
	description: 'Profile on the professional network',
	format: 'profile',
	examples: ['https://social.example/in/maria-silva'],
});

export const email = text('Email', { format: 'email', examples: ['name@email.com'] });

export const furtherPage = assumed(
	['guess'],
	integer('Page', { minimum: 1 }),
	'sent only for the pages after a first answer that was cut',
);
