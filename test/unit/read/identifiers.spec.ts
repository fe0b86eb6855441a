import { plainProfile } from '../../../contract/input';
import { contactIn, contactKey, distinct, identity } from '../../../core/read/identifiers';

describe('the identity of an identifier', () => {
	it.each([
		['documents with the decimal of a program', '52998224725.0', '529.982.247-25'],
		['CNPJs with another hyphen', '12.ABC.345/01DE\u201135', '12abc34501de35'],
		['documents that lost their leading zeros', '00012345678', 12_345_678],
		['URLs with www and nothing else', 'www.social.example/in/ana', 'https://social.example/in/ana'],
	])('is the same for %s', (_, one, other) => {
		expect(identity(one)).toBe(identity(other));
	});

	it.each([
		['email addresses that differ in a dot', 'a.na@example.com', 'ana@example.com'],
		['email addresses of which one begins as a web address does', 'www.ana@example.com', 'ana@example.com'],
		['profiles that differ in a hyphen', 'social.example/in/ana-sa', 'social.example/in/anasa'],
		['a URL and another host', 'https://social.example/in/ana', 'https://other.example/in/ana'],
		['zero and nothing', 0, ''],
	])('differs for %s', (_, one, other) => {
		expect(identity(one)).not.toBe(identity(other));
	});
});

describe('a profile URL', () => {
	const profile = (name: string): string =>
		contactKey('url_social', `https://social.example/company/${name}`);

	it.each(['caf%C3%A9', 'cafe\u0301', 'caf%C3%A9/?a=%zz'])(
		'is the same however its name is encoded: %s',
		(name) => expect(profile(name)).toBe(profile('café')),
	);

	it.each([
		['cafe', 'café'],
		['a%2Fb', 'a/b'],
		['a%252Fb', 'a%2Fb'],
		['%C3%28', '%C3%29'],
	])('is another with another name: %s and %s', (one, other) => {
		expect(profile(one)).not.toBe(profile(other));
	});

	it.each(['profile?x=y&id=', 'in/?who='])(
		'is another with something else behind a path that names nobody: %s',
		(path) => {
			const [one, other] = ['1', '2'].map((id) => contactKey('url_social', `https://a.com/${path}${id}`));
			expect(one).not.toBe(other);
		},
	);

	it.each(['in/ana', 'pub/ana/1/2', 'showcase/X/about'])(
		'is the same whatever is behind a path with a name: %s',
		(path) => {
			expect(plainProfile(`https://a.com/${path}?id=1#x`)).toBe(`https://a.com/${path}`);
			expect(plainProfile(`a.com/${path}#x?y`)).toBe(`a.com/${path}`);
		},
	);

	it.each(['?trk=people', '/#a?b'])('is the same contact with %s, and only a profile URL', (more) => {
		const url = 'https://social.example/in/ana';
		expect(contactKey('url_social', `${url}${more}`)).toBe(contactKey('url_social', url));
		expect(contactKey('email', `a${more}b@x.com`)).not.toBe(contactKey('email', 'ab@x.com'));
		expect(
			distinct([url, `${url}${more}`].map((value, item) => ({ name: 'url_social', value, item }))),
		).toEqual([{ name: 'url_social', value: url, items: [0, 1] }]);
	});
});

describe('distinct contacts', () => {
	it('asks for equal contacts once, in the spelling that came first, for all their items', () => {
		const contacts = distinct([
			{ name: 'id_pessoa', value: 7, item: 0 },
			{ name: 'email', value: 'ana@example.com', item: 1 },
			{ name: 'id_pessoa', value: '7', item: 2 },
			{ name: 'email', value: 'ANA@example.com', item: 3 },
			{ name: 'id_pessoa', value: 8, item: 4 },
		]);
		expect(contacts).toEqual([
			{ name: 'id_pessoa', value: 7, items: [0, 2] },
			{ name: 'email', value: 'ana@example.com', items: [1, 3] },
			{ name: 'id_pessoa', value: 8, items: [4] },
		]);
	});

	it('keeps equal values of two kinds apart', () => {
		const contacts = distinct([
			{ name: 'id_pessoa', value: 12_345_678_909, item: 0 },
			{ name: 'cpf', value: '12345678909', item: 1 },
		]);
		expect(contacts.map(({ name, items }) => [name, items])).toEqual([
			['id_pessoa', [0]],
			['cpf', [1]],
		]);
	});
});

describe('the contact of an input item', () => {
	it.each([
		[{ contato: { cpf: '12345678909' } }, { name: 'cpf', value: '12345678909' }],
		[
			{ id_pessoa: 7, nome: 'Ana' },
			{ name: 'id_pessoa', value: 7 },
		],
		// What was submitted says more than what the item is otherwise about.
		[
			{ id_pessoa: 7, contato: { email: 'a@b.c' } },
			{ name: 'email', value: 'a@b.c' },
		],
		[{ contato: { id_pessoa: null, cpf: '1' } }, { name: 'cpf', value: '1' }],
		[
			{ contato: null, id_pessoa: 7 },
			{ name: 'id_pessoa', value: 7 },
		],
		[{ id_pessoa: '' }, undefined],
		[{ nome: 'Ana' }, undefined],
	])('of %j is %j', (json, contact) => {
		expect(contactIn(json)).toEqual(contact);
	});
});
