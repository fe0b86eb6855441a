import chunk from 'lodash/chunk';

import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import { Companies } from '../../sandbox/data/companies';
import { Persons } from '../../sandbox/data/persons';
import { COMPANIES, PAGE_SIZE } from '../setup/plan';

/** The paths that are called. */
export const ENRICH_PATH = endpoints.b2bCompanyEnrichNow.path;
export const LOOKUP_PATH = endpoints.personGet.path;
export const SEARCH_PATH = endpoints.b2bPersonSearch.path;
export const BATCH_PATH = endpoints.b2bPersonEnrichBatch.path;
export const statusPath = (id: string): string =>
	endpoints.batchStatus.path.replace('{id_processamento}', id);

/** A search with more matches than the benchmark asks for. */
export const FILTERS = { filtros_pessoa: { has_email: true } };

/** The first page of the search. */
export const FIRST_PAGE = { pagina: 1, por_pagina: PAGE_SIZE, ...FILTERS };

/** What of a page is used. */
export interface SearchPage {
	readonly dados: readonly unknown[];
	readonly total: number;
	readonly chave_cache: string;
}

/** What of the status of a batch is used. */
export interface BatchStatus {
	readonly concluido: boolean;
	readonly contatos: readonly unknown[];
}

/** IDs of companies that a sandbox knows, each a different one. */
export function companyIds(count: number): number[] {
	const companies = new Companies(1, count);
	return Array.from({ length: count }, (_, index) => companies.id(index));
}

/** CPFs that a sandbox knows, each a different one. */
export function cpfs(count: number): string[] {
	const persons = new Persons(1, count, count);
	return Array.from({ length: count }, (_, index) => persons.cpf(index));
}

/** Input items for a piece of work of some size. */
export type Items = (count: number) => Array<Readonly<Record<string, unknown>>>;

export const companyItems: Items = (count) => companyIds(count).map((id) => ({ id_empresa: id }));
export const cpfItems: Items = (count) => cpfs(count).map((cpf) => ({ cpf }));
export const personItems: Items = (count) => {
	const persons = new Persons(1, count, count);
	return Array.from({ length: count }, (_, index) => ({ id_pessoa: persons.id(index) }));
};

/**
 * Rows of a list: of ten, one CPF, one CNPJ, four email addresses, three profile URLs and an email address that was
 * there before. Each number of rows has its own, so that what n8n remembers of a smaller run spares no request.
 */
export const mixedItems: Items = (count) => {
	const persons = new Persons(1, 2 * count, COMPANIES);
	const companies = new Companies(1, COMPANIES);
	const contactOf = (index: number): string => {
		const kind = index % 10;
		if (kind === 0) return persons.cpf(index);
		// The service finds all of these.
		if (kind === 1) return companies.cnpj(index);
		if (kind < 6) return persons.email(index);
		return kind < 9 ? persons.socialUrl(index) : persons.email(index - 5);
	};
	return Array.from({ length: count }, (_, row) => ({ contact: contactOf(count + row) }));
};

/** The bodies of full batches of persons, and of one with the rest. */
export const batchesOf = (count: number) =>
	chunk(personItems(count), limits.contactsPerBatch).map((contatos) => ({ contatos }));
