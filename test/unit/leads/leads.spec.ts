import type { IDataObject } from 'n8n-workflow';
import { neutralNames } from '../../../contract/brandTerms';
import { crms, inCrm } from '../../../core/leads/crm';
import { InputFields } from '../../../core/leads/inputFields';
import { readLead } from '../../../core/leads/read';
import { columnsOf } from '../../../core/leads/view';
import type { Output } from '../../../core/output/outcome';

const brandTerms = { ...neutralNames, socialUrl: 'url_network', chatApp: 'messenger' };
const person = (record: IDataObject) => readLead('person', record, brandTerms).lead;
const company = (record: IDataObject) => readLead('company', record, brandTerms).lead;

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
		[{ tipo_entrada: 'company_id', valor_entrada: '2' }, 'company'],
		[{ a: 1 }, undefined],
	])('is told from a person: %j', (record, subject) => {
		expect(readLead('any', record, brandTerms).subject).toBe(subject);
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

	it('keeps the fields of its row, those with the same name and another value under another name', () => {
		const fields = new InputFields([{ name: 'mine', same: 1, input_name: 'taken' }]);
		expect(fields.beside({ name: 'Ana', same: 1 }, [0])).toEqual({
			name: 'Ana',
			same: 1,
			input_input_name: 'mine',
			input_name: 'taken',
		});
		expect(fields.hint).toContain('have the fields name:');
		expect(fields.beside({ name: 'Ana' }, [0, 1])).toEqual({ name: 'Ana' });
	});

	it('takes a document that is written in another way for the same', () => {
		const fields = new InputFields([
			{ cnpj: '00.073.829/0001-14', cpf: 12345678909 },
			{ cnpj: 1, phone: 1 },
			{ cnpj: '00 073 829 0001 14', cpf: '123.456.789\u201309' },
		]);
		const lead = { cnpj: '00073829000114', cpf: '12345678909', phone: '+5551' };
		expect(fields.beside(lead, [0])).toEqual(lead);
		expect(fields.beside(lead, [2])).toEqual(lead);
		expect(fields.hint).toBeUndefined();
		expect(fields.beside(lead, [1])).toEqual({ ...lead, input_cnpj: 1, input_phone: 1 });
	});

	it('has the own columns first, then the result, in one order and the same for all rows', async () => {
		const rows: IDataObject[] = [{ id: 1, constructor: 'a' }, { id: 2, Nome: 'x' }, { Nome: 'z' }];
		const outputs = [
			{ json: { name: 'Acme', website: null, outcome: 'enriched', companyId: 5 }, items: [0] },
			{ json: { outcome: 'invalid', reason: 'Why' }, items: [1] },
			{ json: { name: 'Ana', jobTitle: 'b', outcome: 'enriched', personId: 6 }, items: [2] },
		] as unknown as Output[];
		const fields = await InputFields.of(rows, outputs, columnsOf(view));
		const shown = outputs.map(({ json, items }) => Object.entries(fields.beside(json, items)));
		const common = [
			...['id', 'constructor', 'Nome', 'name', 'jobTitle', 'website'],
			...['outcome', 'reason', 'personId', 'companyId'],
		];
		expect(shown.map((row) => row.map(([name]) => name))).toEqual([common, common, common]);
		expect(shown[1].map(([, value]) => value)).toEqual([
			...[2, null, 'x', null, null, null],
			...['invalid', 'Why', null, null],
		]);
		expect(fields.hint).toBeUndefined();
	});

	it('leaves out what an earlier step said of the row, unless these are columns of the user', () => {
		const fields = new InputFields([{ outcome: 'found', reason: 'x', a: 1 }, { outcome: 'mine' }]);
		expect(fields.beside({ outcome: 'enriched' }, [0])).toEqual({ outcome: 'enriched', a: 1 });
		expect(fields.beside({ outcome: 'enriched' }, [1])).toMatchObject({ input_outcome: 'mine' });
	});
});
