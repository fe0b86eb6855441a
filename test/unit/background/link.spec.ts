import type { IDataObject } from 'n8n-workflow';

import { neutralNames } from '../../../contract/liveNames';
import { clock } from '../../../core/base/clock';
import { isOfAnother, link } from '../../../core/background/link';
import type { RequestedContact } from '../../../core/output/contacts';

const contact = (name: string, value: string | number, ...items: number[]): RequestedContact => ({
	name,
	value,
	items,
});

const [ana, bia, eva] = [
	contact('id_pessoa', 1, 0),
	contact('id_pessoa', 2, 1, 3),
	contact('id_pessoa', 3, 2),
];

const linked = async (
	records: readonly IDataObject[],
	contacts: readonly RequestedContact[],
	words = neutralNames,
) => (await link(records, contacts, words)).map((pair) => pair.contact);

describe('linking records to contacts', () => {
	it('goes by the identifier that was sent, whatever the order', async () => {
		const records = [{ valor_entrada: '3' }, { valor_entrada: 1 }, { valor_entrada: '2' }];
		expect(await linked(records, [ana, bia, eva])).toEqual([eva, ana, bia]);
	});

	it.each([
		['contato', 'tipo', 'valor'],
		['contact', 'type', 'value'],
	])('goes by the identifier in %s that says its kind beside it, in %s and %s', async (name, kind, value) => {
		const records = [2, 1].map((id) => ({
			[name]: { [kind]: 'id_pessoa', [value]: String(id) },
			id_empresa: 9,
		}));
		expect(await linked(records, [ana, bia])).toEqual([bia, ana]);
		expect(records.map((record) => isOfAnother(record, ana, neutralNames))).toEqual([true, false]);
	});

	it.each<[string, (email: string) => unknown]>([
		['a contact of another kind than was asked for', (email) => ({ tipo: 'email', valor: email })],
		[
			'a list of contacts',
			(email) => [
				{ tipo: 'id_pessoa', valor: '99' },
				{ tipo: 'email', valor: email },
			],
		],
	])('takes %s for what was found', async (_, found) => {
		const records = ['a@b.c', 'd@e.f'].map((email) => ({ contato: found(email) })) as IDataObject[];
		expect(await linked(records, [ana, bia])).toEqual([ana, bia]);
		const named = records.map((record, i) => ({ ...record, pessoa: { id_pessoa: 2 - i } }));
		expect(await linked(named, [ana, bia])).toEqual([bia, ana]);
		expect(named.map((record) => isOfAnother(record, ana, neutralNames))).toEqual([true, false]);
	});

	it.each<[string, (id: number) => IDataObject]>([
		['in a list of one', (id) => ({ contato: [{ tipo: 'id_pessoa', valor: String(id) }] })],
		['beside an empty one', (id) => ({ contact: {}, contato: { tipo: 'id_pessoa', valor: String(id) } })],
	])('goes by the contact that a record repeats %s', async (_, recordOf) => {
		expect(await linked([recordOf(2), recordOf(1)], [ana, bia])).toEqual([bia, ana]);
	});

	it.each(['matriz', 'head_office'])('takes no head office for the company of a record: %s', async (name) => {
		const [head, branch] = [11, 12].map((id, i) => contact('id_empresa', id, i));
		const record = { razao_social: 'Padaria', [name]: { id_empresa: 11 } };
		expect(await linked([record, {}, {}], [head, branch])).toEqual([undefined, undefined, undefined]);
		expect(isOfAnother(record, branch, neutralNames)).toBe(false);
	});

	it('takes no list of addresses that were found for that of another', () => {
		const asked = contact('email', 'ana@b.c', 0);
		const record = { contato: [{ email: 'new@b.c' }, { email: 'ana@b.c' }] };
		expect(isOfAnother(record, asked, neutralNames)).toBe(false);
	});

	it('keeps the records as they are and in their order', async () => {
		const records = [
			{ valor_entrada: '2', x: 1 },
			{ valor_entrada: 'unknown' },
			{ id_pessoa: 1, person_id: 2 },
		];
		expect((await link(records, [ana, bia], neutralNames)).map(({ record }) => record)).toEqual(records);
	});

	it.each([
		['the record', { id_pessoa: 2 }],
		['its details', { detalhes_contato: { id_pessoa: '2' } }],
		['their first entry', { detalhes_contato: [{ id_pessoa: 2 }] }],
		['the basic data in them', { detalhes_contato: { informacoes_basicas: { id_pessoa: 2 } } }],
		['the contact in it', { contato: { id_pessoa: 2 } }],
		['another name', { person_id: 2 }],
		['another name in its details', { detalhes_contato: { person_id: '2' } }],
		['an object in it', { pessoa: { id_pessoa: 2 } }],
		['an object in its details', { detalhes_contato: { pessoa: { person_id: 2 } } }],
	])('finds an identifier in %s', async (_, record) => {
		expect(await linked([record], [ana, bia, eva])).toEqual([bia]);
	});

	it.each<[string, (emails: IDataObject[]) => IDataObject]>([
		['the record', (emails) => ({ emails })],
		['its details', (emails) => ({ detalhes_contato: { emails } })],
	])('finds an email address among those of %s', async (_, recordWith) => {
		const contacts = ['ana@b.c', 'bia@b.c'].map((email, i) => contact('email', email, i));
		const record = recordWith([{ email: 'new@b.c' }, { email: 'bia@b.c' }]);
		expect(await linked([record], contacts)).toEqual([contacts[1]]);
	});

	it.each([
		['company_id', 'id_empresa', 11, 12],
		['document', 'cnpj', '00000000000191', '33000167000101'],
		['documento', 'cnpj', '00.000.000/0001-91', '33.000.167/0001-01'],
		['documento', 'cpf', '12345678909', '529.982.247-25'],
	])('goes by %s, too', async (field, name, one, other) => {
		const contacts = [contact(name, one, 0), contact(name, other, 1)];
		const records = [{ [field]: other }, { [field]: one }];
		expect(await linked(records, contacts)).toEqual([contacts[1], contacts[0]]);
		expect(await linked([{ empresa: { [field]: other } }, {}], contacts)).toEqual([contacts[1], undefined]);
	});

	it('goes by what a record names itself, before what it names within', async () => {
		const contacts = [contact('id_empresa', 11, 0), contact('id_empresa', 12, 1)];
		const records = [
			{ id_empresa: 12, matriz: { id_empresa: 11 } },
			{ id_empresa: 77, matriz: { id_empresa: 11 } },
		];
		expect(await linked(records, contacts)).toEqual([contacts[1], undefined]);
	});

	it.each([
		{ cnpj: '33000167000292' },
		{ detalhes_contato: { documento: '33000167000292' } },
		{ url_social: 'social.example/company/padaria' },
		{ email: 'padaria@b.c' },
		{ valor_entrada: '33000167000292' },
	])('goes by nothing within where a record says itself whom it is of: %j', async (own) => {
		const contacts = [contact('id_empresa', 11, 0), contact('id_empresa', 12, 1)];
		expect(await linked([{ ...own, matriz: { id_empresa: 11 } }, {}], contacts)).toEqual([
			undefined,
			undefined,
		]);
	});

	it('goes by the person within, beside the company', async () => {
		const record = { cnpj: '33000167000101', pessoa: { id_pessoa: 2 } };
		expect(await linked([record], [ana, bia, eva])).toEqual([bia]);
	});

	it('goes by the company within, where a company and somebody else were asked for', async () => {
		const contacts = [contact('email', 'ana@b.c', 0), contact('id_empresa', 11, 1)];
		expect(await linked([{ empresa: { id_empresa: 11 } }, {}], contacts)).toEqual([contacts[1], undefined]);
	});

	it('takes the company within a person for none of its identifiers', async () => {
		const records = ['A', 'B'].map((nome, i) => ({
			nome,
			empresa: { id_empresa: i, cnpj: '33000167000101' },
		}));
		expect(await linked(records, [ana, bia])).toEqual([ana, bia]);
	});

	it('finds a profile URL that was sent with a query', async () => {
		const contacts = ['ana', 'bia'].map((who, i) =>
			contact('url_social', `https://social.example/in/${who}?trk=x`, i),
		);
		const records = [
			{ valor_entrada: 'social.example/in/bia#a' },
			{ url_social: 'https://social.example/in/ana' },
		];
		expect(await linked(records, contacts)).toEqual([contacts[1], contacts[0]]);
	});

	it('recognises documents without formatting, also as numbers without their leading zeros', async () => {
		const contacts = [contact('cpf', '00123456797', 0), contact('cpf', '12345678909', 1)];
		const records = [{ valor_entrada: '123.456.789-09' }, { valor_entrada: 123_456_797 }];
		expect(await linked(records, contacts)).toEqual([contacts[1], contacts[0]]);
	});

	it('recognises URLs with and without protocol, also under the live spelling of their field', async () => {
		const contacts = [contact('url_social', 'https://social.example/in/ana', 0), contact('cpf', '1', 1)];
		const words = { ...neutralNames, socialUrl: 'url_network' };
		const records = [
			{ detalhes_contato: { url_network: 'social.example/in/ana/' } },
			{ valor_entrada: 'http://www.social.example/in/ana' },
		];
		expect(await linked(records, contacts, words)).toEqual([contacts[0], contacts[0]]);
	});

	it('tells kinds apart that are submitted together', async () => {
		const contacts = [contact('id_pessoa', 5, 0), contact('email', 'a@b.c', 1), contact('cpf', '9', 2)];
		const records = [{ valor_entrada: '9' }, { valor_entrada: 'A@B.C' }, { valor_entrada: '5' }];
		expect(await linked(records, contacts)).toEqual([contacts[2], contacts[1], contacts[0]]);
	});

	it('does not guess between two kinds with one value', async () => {
		const contacts = [contact('id_pessoa', 12_345_678_909, 0), contact('cpf', '12345678909', 1)];
		expect(await linked([{ valor_entrada: '12345678909' }], contacts)).toEqual([undefined]);
	});

	it('tells two kinds with one value apart by the name the record gives it', async () => {
		const contacts = [contact('id_pessoa', 12_345_678_909, 0), contact('cpf', '12345678909', 1)];
		const record = { valor_entrada: '12345678909', detalhes_contato: { cpf: '123.456.789-09' } };
		expect(await linked([record], contacts)).toEqual([contacts[1]]);
	});

	it('does not guess between three kinds with one value', async () => {
		const contacts = ['id_pessoa', 'cpf', 'email'].map((name, i) => contact(name, '77', i));
		expect(await linked([{ valor_entrada: '77' }], contacts)).toEqual([undefined]);
	});

	it('does not guess when a record carries the identifiers of two contacts', async () => {
		const contacts = [contact('email', 'ana@b.c', 0), contact('cpf', '12345678909', 1)];
		const both = { detalhes_contato: { email: 'ana@b.c', cpf: '12345678909' } };
		expect(await linked([both, both], contacts)).toEqual([undefined, undefined]);
	});

	it('trusts what was sent more than what else a record holds', async () => {
		const contacts = [contact('email', 'ana@b.c', 0), contact('cpf', '12345678909', 1)];
		const record = { valor_entrada: 'ana@b.c', detalhes_contato: { cpf: '12345678909' } };
		expect(await linked([record], contacts)).toEqual([contacts[0]]);
	});

	it('does not take an identifier of a kind that was not submitted', async () => {
		// The company of a person whose number happens to be a person that was asked for.
		const record = { detalhes_contato: { id_empresa: 1 }, valor_entrada: 'ana@b.c' };
		expect(await linked([record], [ana])).toEqual([undefined]);
	});

	it('takes the text "undefined", which an expression has left, for no missing value', async () => {
		const contacts = [contact('url_social', 'undefined', 0), ana];
		expect(await linked([{ nome: 'Eva' }, { id_pessoa: 1 }], contacts)).toEqual([undefined, ana]);
		// By position: a field without a value holds nobody's identifier.
		expect(await linked([{ nome: 'Eva' }, { nome: 'Ana', chefe: null }], contacts)).toEqual(contacts);
		expect(await linked([{ valor_entrada: 'undefined' }], [ana])).toEqual([undefined]);
	});

	describe('whose contacts items named by a CNPJ as well', () => {
		const [one, other] = [33, 34].map((id, i) => ({
			...contact('id_empresa', id, i),
			also: [{ name: 'cnpj', value: ['33.000.167/0001-01', '60.746.948/0001-12'][i] }],
		}));

		it.each<[string, (cnpj: string) => IDataObject]>([
			['its own', (cnpj) => ({ cnpj })],
			['what was sent', (cnpj) => ({ valor_entrada: cnpj })],
		])('links by it as %s', async (_, record) => {
			const records = [record('60746948000112'), record('33000167000101')];
			expect(await linked(records, [one, other])).toEqual([other, one]);
		});

		it('links by no company within, which may be the head office of its own', async () => {
			const [office, branch] = ['33000167000101', '33000167000292'].map((cnpj, i) => ({
				...contact('id_empresa', 33 + i, i),
				also: [{ name: 'cnpj', value: cnpj }],
			}));
			const records = [{ codigo: 34, matriz: { cnpj: '33000167000101' } }, { codigo: 33 }];
			expect(await linked(records, [office, branch])).toEqual([undefined, undefined]);
		});

		it('links by one that items write in different ways', async () => {
			const also = ['33.000.167/0001-01', '33000167000101'].map((value) => ({ name: 'cnpj', value }));
			const twice = { ...one, also };
			expect(await linked([{ valor_entrada: '33000167000101' }], [twice])).toEqual([twice]);
		});

		it('links by what was sent first', async () => {
			const records = [{ id_empresa: 33, cnpj: '60746948000112' }, { id_empresa: 34 }];
			expect(await linked(records, [one, other])).toEqual([one, other]);
		});
	});

	describe('without any identifier', () => {
		const bare = [{ status: 'completed' }, { status: 'failed' }, { status: 'completed' }];

		it('goes by position when the counts agree', async () => {
			expect(await linked(bare, [ana, bia, eva])).toEqual([ana, bia, eva]);
		});

		it.each([
			['fewer', bare.slice(0, 2)],
			['more', [...bare, {}]],
		])('links nothing when there are %s records than contacts', async (_, records) => {
			expect(await linked(records, [ana, bia, eva])).toEqual(records.map(() => undefined));
		});

		it('links nothing by position as soon as one record carries an identifier', async () => {
			const records = [{ status: 'failed' }, { status: 'failed' }, { valor_entrada: '1' }];
			expect(await linked(records, [ana, bia, eva])).toEqual([undefined, undefined, ana]);
			for (const one of [{ person_id: 9 }, { document: '52998224725' }, { pessoa: { id_pessoa: 9 } }])
				expect(await linked([{}, one, {}], [ana, bia, eva])).toEqual([undefined, undefined, undefined]);
		});

		it('counts an identifier that nobody asked for as one', async () => {
			const records = [{ valor_entrada: 'x' }, { valor_entrada: 'y' }, { valor_entrada: 'z' }];
			expect(await linked(records, [ana, bia, eva])).toEqual([undefined, undefined, undefined]);
		});

		it.each([{ id: 2 }, { idPessoa: '2' }, { pessoa: { codigo: 2 } }])(
			'links nothing by position where a record has that of another contact: %j',
			async (first) => {
				expect(await linked([first, {}], [ana, bia])).toEqual([undefined, undefined]);
			},
		);

		it.each([
			{ detalhes_contato: { informacoes_basicas: { codigo: 2 } } },
			{ detalhes_contato: { pessoa: { codigo: 2 } } },
			{ emails: [{ codigo: 2 }] },
			{ detalhes_contato: { emails: [{ codigo: 2 }] } },
			{ valor_entrada: [2] },
			{ id_pessoa: ['2'] },
			{ entrada: [{ contato: { id_pessoa: 2 } }] },
			{ detalhes_contato: { pessoa: { dados: [{ ids: ['2'] }] } } },
		])('nor where it has that further within: %j', async (first) => {
			expect(await linked([first, {}], [ana, bia])).toEqual([undefined, undefined]);
		});

		it('nor where it has the profile of another contact', async () => {
			const contacts = ['jo%C3%A3o', 'bia'].map((who, i) =>
				contact('url_social', `https://social.example/in/${who}`, i),
			);
			const profile = 'https://social.example/in/jo%C3%A3o?trk=x';
			expect(await linked([{}, { perfil: profile }], contacts)).toEqual([undefined, undefined]);
		});

		it('goes by position where a record has its own identifier, or a number that nobody asked for', async () => {
			expect(await linked([{ id: 1, chefe: 2 }, { id: 77 }], [ana, bia])).toEqual([ana, bia]);
		});

		it('goes by position where a record has identifiers of another kind within', async () => {
			expect(await linked([{ socios: [{ empresa: { id_empresa: 2 } }] }, {}], [ana, bia])).toEqual([
				ana,
				bia,
			]);
		});

		it('nor where it has that by which another contact was given', async () => {
			const companies = ['12345678000195', '11222333000181'].map((value, i) => ({
				...contact('id_empresa', String(i + 900), i),
				also: [{ name: 'cnpj', value }],
			}));
			const first = { dados: { registro: [{ cnpj: '11.222.333/0001-81' }] } };
			expect(await linked([first, {}], companies)).toEqual([undefined, undefined]);
		});

		it('lets n8n have its turn while it looks for them', async () => {
			const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, `text ${i}`]));
			let [now, turns] = [0, 0];
			// A turn is due whenever somebody looks.
			jest.spyOn(clock, 'now').mockImplementation(() => (now += 1000));
			jest.spyOn(clock, 'sleep').mockImplementation(async () => {
				turns++;
				await Promise.resolve();
			});
			expect(await linked([fields, { ...fields }], [ana, bia])).toEqual([ana, bia]);
			jest.restoreAllMocks();
			// Every few hundred of the texts.
			expect(turns).toBeGreaterThan(20);
		});

		it('takes an empty identifier for none', async () => {
			const records = [{ valor_entrada: null }, { valor_entrada: '' }];
			expect(await linked(records, [ana, bia])).toEqual([ana, bia]);
		});
	});

	it.each([
		[[], []],
		[[], [ana]],
	])('links nothing when there are no records', async (records, contacts) => {
		expect(await linked(records, contacts)).toEqual([]);
	});

	it('links nothing when nothing is known to have been asked for', async () => {
		expect(await linked([{ valor_entrada: '1' }], [])).toEqual([undefined]);
	});
});

describe('a record of the only contact', () => {
	const email = contact('email', 'ana@b.c');
	const cpf = contact('cpf', '52998224725');
	const cnpj = contact('cnpj', '33000167000101');
	const url = contact('url_social', 'social.example/in/ana');

	it.each<[string, RequestedContact, IDataObject]>([
		['repeats what was sent', ana, { valor_entrada: '01' }],
		['names it itself', ana, { id_pessoa: 1, person_id: 9, valor_entrada: '9' }],
		['names it within', ana, { pessoa: { id_pessoa: 1 }, gestor: { id_pessoa: 9 } }],
		['has it among its emails', email, { emails: [{ email: 'ana@b.c' }], valor_entrada: 'new@b.c' }],
		['repeats an email address where an ID was sent', ana, { valor_entrada: 'ana@b.c' }],
		['repeats a profile where an ID was sent', ana, { valor_entrada: 'social.example/in/ana' }],
		['has the document of a company beside a CPF', cpf, { documento: '33000167000101' }],
		['has a masked CPF', cpf, { documento: '123.***.***-09' }],
		['has a CNPJ with a masked beginning', cnpj, { documento: '**.***.***/0001-91' }],
		['has a CNPJ with a masked end', cnpj, { documento: '00.000.***/****-**' }],
	])('is not of another where it %s', async (_, asked, record) => {
		expect(isOfAnother(record, asked, neutralNames)).toBe(false);
	});

	it.each<[string, RequestedContact, IDataObject]>([
		['names that one in its details', ana, { detalhes_contato: { id_pessoa: 9 } }],
		[
			'repeats the ID of that one, and says what it is',
			ana,
			{ tipo_entrada: 'person_id', valor_entrada: '9' },
		],
		['repeats a profile that ends in a number', url, { valor_entrada: 'social.example/in/bia-12' }],
		['repeats a profile that begins with a number', url, { valor_entrada: '1social.example/in/bia' }],
		['repeats a CNPJ with letters', cnpj, { valor_entrada: '12ABC34501DE35' }],
		['has a CNPJ with letters', cnpj, { documento: '12.ABC.345/01DE-35' }],
		[
			'names that one, and "undefined" was sent',
			contact('url_social', 'undefined'),
			{ url_social: 'social.example/in/bia' },
		],
	])('is of another where it %s', async (_, asked, record) => {
		expect(isOfAnother(record, asked, neutralNames)).toBe(true);
	});
});
