import type { IDataObject } from 'n8n-workflow';

import { normalizeCpf } from '../../contract/input';
import type { Sandbox } from '../../sandbox';
import { enrichList } from './support/enrichList';
import type { NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** Lists as a sales team has them: columns that are called otherwise than they seem, and cells that hold whole files. */

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 300 }, (started) => {
	sandbox = started;
});

const outcomes = ({ items }: NodeResult) => items.map(({ json }) => json.outcome);

describe('a list of companies with the name of somebody at each of them', () => {
	it.each(['Contato', 'Contact'])(
		'is enriched by its CNPJs, though a column is called %s',
		async (column) => {
			sandbox.set({ notStatedPrice: 'free' });
			const { companies } = sandbox;
			const rows = [1, 2].map((i): IDataObject => ({
				Empresa: companies.name(i),
				CNPJ: companies.cnpj(i),
				[column]: 'Maria Silva',
			}));
			const result = await enrichList(sandbox, rows);
			expect(outcomes(result)).toEqual(['enriched', 'enriched']);
		},
	);

	it('has no stranger looked up by a phone number under Contato that has the digits of a CPF', async () => {
		sandbox.set({ notStatedPrice: 'free' });
		const numbers = Array.from({ length: 1000 }, (_, i) => 51_999_990_000 + i);
		const phone = String(numbers.find((number) => normalizeCpf(number) !== undefined));
		const written = phone.replace(/^(..)(.....)(....)$/, '$1 $2-$3');
		const row = { CNPJ: sandbox.companies.cnpj(1), Contato: written };
		const result = await enrichList(sandbox, [row]);
		expect(sandbox.requests.of('personGet')).toEqual([]);
		expect(outcomes(result)).toEqual(['enriched']);
	});
});

it('rows that came out of the node before are known by their contact, whatever was found for them', async () => {
	const { companies, persons } = sandbox;
	const [cnpj, email] = [companies.cnpj(1), persons.email(1)];
	const rows = [
		{ contact: email, email: 'found@example.com', cnpj },
		{ contact: cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'), email: 'found@example.com' },
		{ contact: [email], email: 'sender@example.com' },
	];
	sandbox.set({ notStatedPrice: 'free' });
	expect(outcomes(await enrichList(sandbox, rows))).toEqual(['enriched', 'enriched', 'enriched']);
	expect(JSON.stringify(sandbox.requests.all)).not.toMatch(/found|sender/);
	expect(sandbox.ledger.charged('b2b')).toBe(2);
});

describe('what is said of a row', () => {
	it.each<[IDataObject, string]>([
		[{ CNPJ: '', Empresa: 'Aurora' }, "The contact is missing: the column 'CNPJ' is empty."],
		[
			{ Empresa: 'Aurora', Contato: 'Maria Silva', 'E-mail': null },
			"The contact is missing: the column 'E-mail' is empty.",
		],
		[
			{ Empresa: 'Aurora', Contato: '51 99999-0013', cnpj: ' ' },
			"The contact is missing: the column 'cnpj' is empty.",
		],
		[
			{ Empresa: 'Aurora', Contato: 'Maria Silva' },
			"The contact in the column 'Contato' is not recognised as a CNPJ, CPF, email address, profile URL or ID.",
		],
		[
			{ contact: 'Maria Silva' },
			'The contact is not recognised as a CNPJ, CPF, email address, profile URL or ID.',
		],
	])('names the column to look at: %j', async (row, reason) => {
		const { items } = await enrichList(sandbox, [row]);
		expect(items[0].json).toMatchObject({ outcome: 'invalid', reason });
		expect(sandbox.requests.all).toEqual([]);
	});
});
