import type { IDataObject } from 'n8n-workflow';

import { neutralNames } from '../../../contract/brandTerms';
import { crms, inCrm } from '../../../core/leads/crm';
import { withInputFields } from '../../../core/leads/inputFields';
import { leadItem } from '../../../core/leads/present';
import { readRecord } from '../../../core/leads/read';
import { columnsOf, fieldNames } from '../../../core/leads/view';

const brandTerms = { ...neutralNames, socialUrl: 'url_network', chatApp: 'messenger' };
const person = (record: IDataObject) => readRecord('person', record, brandTerms).read(fieldNames.person);
const company = (record: IDataObject) => readRecord('company', record, brandTerms).read(fieldNames.company);

describe('a phone number', () => {
	// Field notes, l. 53: mobile phones and landlines stand apart.
	it.each<[IDataObject, IDataObject]>([
		// Of a landline the list decides, not its first digit.
		[{ land_lines: [{ ddd: 11, number: '71234567' }] }, { phone: '+551171234567', phoneType: 'landline' }],
		[{ mobile_phones: [{ ddd: 11, number: '71234567' }] }, { phone: '+5511971234567' }],
		// There is no such area code.
		[{ mobile_phones: [{ ddd: 20, number: '912345678' }] }, { phone: '20 912345678' }],
	])('is read in %j', (record, lead) => {
		expect(person(record)).toMatchObject(lead);
	});

	it('stays as given when it is not Brazilian', () => {
		expect(person({ telefones: [{ numero: '+1 212 555 0100' }] })).toEqual({ phone: '+1 212 555 0100' });
	});
});

describe('a person', () => {
	it('is read from an enrichment, in its details, also by the live names', () => {
		const details = {
			informacoes_basicas: {
				nome_completo: 'Ana Souza Lima',
				url_network: 'https://x/in/ana',
				localizacao: 'Natal, RN',
			},
			experiencia_profissional: [
				{ cargo: 'Analista', nome_empresa: 'Velha', final: '2019-01-01' },
				{ cargo: 'Diretora', nome_empresa: 'Nova', id_empresa: 7, final: null },
			],
			emails: [
				{ email: 'a@b.c', status_email: 'invalido' },
				{ email: 'd@e.f', status_email: 'valido' },
			],
			telefones: [
				{ ddd: '51', numero: '32320000' },
				{ ddd: '51', numero: '999990000' },
			],
		};
		const read = person({ detalhes_contato: details, tipo_entrada: 'id_pessoa', valor_entrada: '9' });
		expect(read).toEqual({
			name: 'Ana Souza Lima',
			firstName: 'Ana',
			lastName: 'Souza Lima',
			jobTitle: 'Diretora',
			isCurrentJob: true,
			company: 'Nova',
			email: 'd@e.f',
			emailStatus: 'valid',
			email2: 'a@b.c',
			emailStatus2: 'invalid',
			phone: '+555132320000',
			phoneType: 'landline',
			phone2: '+5551999990000',
			phoneType2: 'mobile',
			city: 'Natal',
			state: 'RN',
			profileUrl: 'https://x/in/ana',
			personId: 9,
			companyId: 7,
		});
		expect(Object.keys(read)[0]).toBe('name');
	});

	it.each([
		// georgevbsantiago/qsacnpj #26
		[{ email: 'a@b.co; d@e.co' }, { email: 'a@b.co', email2: 'd@e.co' }],
		[
			{ emails: [{ email: 'a@b.co,d@e.co', status_email: 'valido' }, { email: 'mailto:x@y.co' }] },
			{ email: 'a@b.co', emailStatus: 'valid', email2: 'd@e.co', emailStatus2: 'valid', email3: 'x@y.co' },
		],
		// datacite/bracco #277
		[{ emails: ['mailto:A@b.co', 'a@b.co'] }, { email: 'A@b.co' }],
	])('has each of its emails, without a scheme, in %j', (record, lead) => {
		expect(person(record)).toEqual(lead);
	});

	it('says that a job has ended', () => {
		const jobs = [
			{ cargo: 'A', final: '2015-01-01' },
			{ cargo: 'B', final: '2020-01-01' },
		];
		expect(person({ experiencia_profissional: jobs })).toEqual({ jobTitle: 'B', isCurrentJob: false });
	});

	it('is read from the registry, best first by priority', () => {
		const record = {
			name: 'Ana Lima',
			cpf: 52998224725,
			emails: [
				{ email: 'second@b.c', priority: 2 },
				{ email: 'first@b.c', priority: 1 },
			],
			land_lines: [{ ddd: 51, number: 32320000, priority: 1 }],
			mobile_phones: [{ ddd: 51, number: 999990000, priority: 3, messenger_datetime: '2025-01-01' }],
			addresses: [
				{ street: 'Rua A', number: '5', city: 'Natal', district: 'RN', postal_code: '59000000', priority: 1 },
			],
			related_companies: [{ cnpj: '11222333000181', trading_name: 'Padaria' }],
		};
		expect(person(record)).toMatchObject({
			email: 'first@b.c',
			email2: 'second@b.c',
			phone: '+5551999990000',
			phoneHasChatApp: true,
			phone2: '+555132320000',
			street: 'Rua A, 5',
			company: 'Padaria',
			companyCnpj: '11222333000181',
			cpf: '52998224725',
		});
	});

	// No source shows the columns of a file: these are those of the sandbox.
	it('is read from the columns of a file, with numbers', () => {
		const row = { NOME: 'Ana Lima', EMAIL_1: 'a@b.c', EMAIL_2: 'b@b.c', DDD: '51', CELULAR: '999990000' };
		expect(person({ ...row, RENDA_ESTIMADA: '1500.50', IDADE: '30', UF: 'rn' })).toMatchObject({
			name: 'Ana Lima',
			email: 'a@b.c',
			email2: 'b@b.c',
			phone: '+5551999990000',
			estimatedIncome: 1500.5,
			age: 30,
			state: 'RN',
		});
	});
});

describe('a company', () => {
	it('has its trade name, the domain of its website and a range of employees', () => {
		const details = {
			razao_social: 'Padaria Sol LTDA',
			nome_fantasia: 'Padaria Sol',
			website: 'https://www.Padaria.example/sobre',
			cnae_principal: { codigo: '1091', descricao: 'Padaria' },
			socios: [{ nome: 'Ana' }, { nome: 'Rui' }],
		};
		expect(company({ detalhes_contato: details })).toMatchObject({
			name: 'Padaria Sol',
			legalName: 'Padaria Sol LTDA',
			domain: 'padaria.example',
			industry: 'Padaria',
			activityCode: '1091',
			partners: 'Ana, Rui',
		});
		expect(company({ employee_count: 37, headquarter_type: 'B', creation_date: '2001-05-20' })).toEqual({
			employees: 37,
			employeeRange: '11-50',
			foundedYear: 2001,
			isHeadOffice: false,
		});
	});

	it.each<[IDataObject, string | undefined]>([
		[{ RAZAO_SOCIAL: 'X', CNPJ: '1' }, 'company'],
		[{ RAZAO_SOCIAL: 'X', CNPJ: '1', SOCIO: 'Ana' }, 'person'],
		[{ id_pessoa: 1, id_empresa: 2 }, 'person'],
		[{ tipo_entrada: 'company_id', valor_entrada: '2' }, 'company'],
		[{ contato: { id_pessoa: 1 } }, 'person'],
		[{ a: 1 }, undefined],
	])('is told from a person: %j', (record, subject) => {
		expect(readRecord('any', record, brandTerms).subject).toBe(subject);
	});
});

describe('a CRM', () => {
	const lead = person({
		nome: 'Ana Lima',
		cargo: 'Diretora',
		emails: ['a@b.c', 'd@e.f'],
		telefones: [
			{ ddd: '51', numero: '32320000' },
			{ ddd: '51', numero: '999990000' },
		],
	});

	it('gets a person under its own names', () => {
		expect(inCrm(crms.hubspot.person, lead)).toEqual({
			email: 'a@b.c',
			firstname: 'Ana',
			lastname: 'Lima',
			jobtitle: 'Diretora',
			phone: '+555132320000',
			mobilephone: '+5551999990000',
		});
		expect(inCrm(crms.pipedrive.person, lead)).toEqual({
			name: 'Ana Lima',
			emails: [
				{ value: 'a@b.c', primary: true, label: 'work' },
				{ value: 'd@e.f', primary: false, label: 'work' },
			],
			phones: [
				{ value: '+555132320000', primary: true, label: 'work' },
				{ value: '+5551999990000', primary: false, label: 'mobile' },
			],
		});
		expect(inCrm(crms.rdStation.person, lead)).toEqual({
			name: 'Ana Lima',
			title: 'Diretora',
			emails: [{ email: 'a@b.c' }, { email: 'd@e.f' }],
			phones: [
				{ phone: '+555132320000', type: 'work' },
				{ phone: '+5551999990000', type: 'cellphone' },
			],
		});
	});
});

describe('an item', () => {
	const view = { about: 'any', source: 'record', output: 'simplified' } as const;

	it('of a row without anything but its document says that nothing was found', () => {
		expect(leadItem({ CPF: '52998224725', TELEFONE_1: '' }, view, brandTerms)).toEqual({
			outcome: 'not found',
			reason: 'The service found nothing for this item.',
			cpf: '52998224725',
		});
	});

	// Field notes, l. 187: the zip of companies holds a file of the partners, too.
	it('of a partner in a file keeps its company', () => {
		const row = { CNPJ: '191', RAZAO_SOCIAL: 'Acme Ltda', SOCIO: 'Ana Souza', QUALIFICACAO: 'Sócia' };
		expect(leadItem({ ...row, sourceFile: 'socios.csv' }, view, brandTerms)).toMatchObject({
			...{ name: 'Ana Souza', jobTitle: 'Sócia', company: 'Acme Ltda', companyCnpj: '00000000000191' },
			sourceFile: 'socios.csv',
		});
	});

	it('of a shape that is not known stays as it is', () => {
		const record = { CPF: '52998224725', VEICULO_1: 'Carro' };
		expect(leadItem(record, view, brandTerms)).toBe(record);
	});

	const beside = async (
		rows: readonly IDataObject[],
		results: ReadonlyArray<readonly [json: IDataObject, item: number | number[]]>,
		columns: readonly string[] = [],
	) => {
		const items = results.map(([json, of]) => ({
			json,
			pairedItem: Array.isArray(of) ? of.map((item) => ({ item })) : { item: of },
		}));
		const { items: complete, hint } = await withInputFields(items, rows, columns);
		return { jsons: complete.map(({ json }) => json), hint };
	};

	it('keeps the fields of its row, those with the same name and another value under another name', async () => {
		const rows = [{ name: 'mine', same: 1, input_name: 'taken' }];
		const { jsons, hint } = await beside(rows, [
			[{ name: 'Ana', same: 1 }, 0],
			[{ name: 'Ana' }, [0, 1]],
		]);
		expect(jsons).toEqual([
			{ name: 'Ana', same: 1, input_input_name: 'mine', input_name: 'taken' },
			{ name: 'Ana' },
		]);
		expect(hint).toContain('have the fields name:');
	});

	it('takes a document that is written in another way for the same', async () => {
		const lead = { cnpj: '00073829000114', cpf: '12345678909', phone: '+5551' };
		const written = [
			{ cnpj: '00.073.829/0001-14', cpf: 12345678909 },
			{ cnpj: '00 073 829 0001 14', cpf: '123.456.789\u201309' },
		];
		const same = await beside(written, [
			[lead, 0],
			[lead, 1],
		]);
		expect(same).toEqual({ jsons: [lead, lead] });
		const { jsons } = await beside([{ cnpj: 1, phone: 1 }], [[lead, 0]]);
		expect(jsons).toEqual([{ ...lead, input_cnpj: 1, input_phone: 1 }]);
	});

	it('has the own columns first, then the result, in one order and the same for all rows', async () => {
		const rows: IDataObject[] = [{ id: 1, constructor: 'a' }, { id: 2, Nome: 'x' }, { Nome: 'z' }];
		const results: Array<[IDataObject, number]> = [
			[{ name: 'Acme', website: null, outcome: 'enriched', companyId: 5 }, 0],
			[{ outcome: 'invalid', reason: 'Why' }, 1],
			[{ name: 'Ana', jobTitle: 'b', outcome: 'enriched', personId: 6 }, 2],
		];
		const { jsons, hint } = await beside(rows, results, columnsOf(view));
		const common = [
			...['id', 'constructor', 'Nome', 'name', 'jobTitle', 'website'],
			...['outcome', 'reason', 'personId', 'companyId'],
		];
		expect(jsons.map(Object.keys)).toEqual([common, common, common]);
		expect(Object.values(jsons[1])).toEqual([
			...[2, null, 'x', null, null, null],
			...['invalid', 'Why', null, null],
		]);
		expect(hint).toBeUndefined();
	});

	it('of rows without common columns has its own alone', async () => {
		const rows = Array.from({ length: 600 }, (_, i) => ({ [`c${i}`]: i }));
		expect((await beside(rows, [[{ outcome: 'x' }, 599]])).jsons).toEqual([{ c599: 599, outcome: 'x' }]);
	});

	it('leaves out what an earlier step said of the row, unless these are columns of the user', async () => {
		const rows = [{ outcome: 'found', reason: 'x', a: 1 }, { outcome: 'mine' }];
		const one = await beside(rows, [[{ outcome: 'enriched' }, 0]]);
		expect(one.jsons).toEqual([{ outcome: 'enriched', a: 1 }]);
		const other = await beside(rows, [[{ outcome: 'enriched' }, 1]]);
		expect(other.jsons).toMatchObject([{ input_outcome: 'mine' }]);
	});

	it('that n8n adds the row to itself has no fields of it', async () => {
		const failure = { error: 'why', message: 'what to do' };
		expect((await beside([{ a: 1 }], [[failure, 0]])).jsons).toEqual([failure]);
	});
});
