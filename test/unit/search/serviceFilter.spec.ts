import {
	contractFilters,
	readFilter,
	readStructure,
	writeFilter,
} from '../../../nodes/PersonCompanyData/families/search/serviceFilter';

const titles = { group: 'filtros_pessoa', name: 'cargos', type: 'array' } as const;
const founded = { group: 'filtros_empresa', name: 'data_fundacao', type: 'object' } as const;

describe('a filter as one text', () => {
	it('is read as it was written', () => {
		expect(readFilter(writeFilter(titles))).toEqual(titles);
		expect(readFilter(writeFilter(founded))).toEqual(founded);
	});

	it('has the type of the contract without one of its own, else is a list', () => {
		expect(readFilter('filtros_empresa/data_fundacao')).toEqual(founded);
		expect(readFilter('filtros_empresa/novo/estranho')).toEqual({
			group: 'filtros_empresa',
			name: 'novo',
			type: 'array',
		});
	});

	it.each(['', 'cargos', 'outros/cargos/array', 'filtros_pessoa//array', 'filtros_pessoa'])(
		'is none: "%s"',
		(text) => expect(readFilter(text)).toBeUndefined(),
	);
});

describe('the structure of the filters', () => {
	const described = { ...titles, description: 'Job titles' };

	it.each<[unknown]>([
		[{ filtros_pessoa: [{ name: 'cargos', type: 'array', description: 'Job titles', mandatory: false }] }],
		[{ filtros_pessoa: { cargos: { tipo: 'lista', descricao: 'Job titles' } } }],
		[{ data: { person_filters: { cargos: { type: 'list[str]', description: 'Job titles' } } } }],
		[
			{
				filtros_pessoa: {
					type: 'object',
					properties: { cargos: { type: ['array', 'null'], title: 'Job titles' } },
				},
			},
		],
		[[{ group: 'pessoa', campo: 'cargos', type: 'Array<string>', label: 'Job titles' }]],
		[[{ name: 'filtros_pessoa', filters: [{ nome: 'cargos', tipo: 'array', label: 'Job titles' }] }]],
		[{ results: [{ name: 'cargos', description: 'Job titles' }] }],
	])('is read from %j', (body) => {
		expect(readStructure(body)).toEqual([described]);
	});

	it.each([
		['bool', 'boolean'],
		['boolean', 'boolean'],
		['int', 'integer'],
		['float', 'number'],
		['dict', 'object'],
		['str', 'string'],
		['list', 'array'],
	])('knows types by other names: %s', (name, type) => {
		expect(readStructure({ filtros_empresa: { novo: name } })).toEqual([
			{ group: 'filtros_empresa', name: 'novo', type, description: undefined },
		]);
	});

	it('keeps a filter that is an object in one', () => {
		const schema = {
			type: 'object',
			properties: { data_fundacao: { type: 'object', properties: { a: {} } } },
		};
		expect(readStructure({ filtros_empresa: schema }).map(writeFilter)).toEqual([writeFilter(founded)]);
	});

	it('puts a filter whose group is not told where the contract has it', () => {
		expect(readStructure([{ name: 'estados' }]).map(writeFilter)).toEqual([
			'filtros_pessoa/estados/array',
			'filtros_empresa/estados/array',
		]);
		expect(readStructure([{ name: 'unknown' }])).toEqual([]);
	});

	it.each<[unknown]>([[undefined], ['text'], [{ ok: true }], [[1, 2]], [{}]])(
		'is not read from %j',
		(body) => {
			expect(readStructure(body)).toEqual([]);
		},
	);

	it('is otherwise that of the contract', () => {
		expect(contractFilters().map(writeFilter)).toEqual(
			expect.arrayContaining([
				writeFilter(titles),
				writeFilter(founded),
				'filtros_empresa/setores_cnae/array',
			]),
		);
	});
});
