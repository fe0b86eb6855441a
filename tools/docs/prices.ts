import groupBy from 'lodash/groupBy';
import sortBy from 'lodash/sortBy';

import { isCharged, priceInWords, type BillingRule, type Wallet } from '../../contract/model/billing';
import { limits } from '../../contract/model/limits';
import { pricedBy, type Resources } from '../../nodes/PersonCompanyData/run/describe';
import { entry, list } from '../text/markdown';
import type { Language } from './language';

const IN_PORTUGUESE: Readonly<Record<string, string>> = {
	'observed free': 'até aqui, não cobrada',
	'counted as 1 credit per exported record': 'contado como 1 crédito por registro exportado',
	'counted as 1 credit per call': 'contado como 1 crédito por chamada',
};

/** The specification does not state the price. */
const ASSUMED = { en: 'assumed', pt: 'suposição' } as const;

function portuguese(billing: BillingRule, wallet: Wallet | undefined): string {
	const credit = ['1 crédito', ...(wallet === undefined ? [] : [wallet.toUpperCase()])].join(' ');
	const observed =
		'observed' in billing && billing.observed !== undefined ? ` (${IN_PORTUGUESE[billing.observed]})` : '';
	switch (billing.kind) {
		case 'free':
			return 'Grátis';
		case 'newSearch':
			return `${credit} por busca nova${observed}; a mesma é grátis por ${limits.searchCacheDays} dias, com todas as páginas`;
		case 'document':
			return `${credit} por documento encontrado; o mesmo documento é grátis por ${limits.documentGraceHours} horas`;
		case 'returnedRequest':
			return `${credit} por ${billing.per === 'number' ? 'número com resposta' : 'chamada que traz algo'}`;
		case 'record':
			return `${credit} por registro, devolvido se o registro falhar`;
		case 'notStated':
			return `O serviço não informa o preço${observed}`;
	}
}

/** Every operation by its price, the free ones last. */
export function pricesList(resources: Resources, { code }: Language): string {
	const operations = Object.values(resources).flatMap(({ name: resource, operations: own }) =>
		Object.values(own).map((operation) => {
			const { billing, wallet } = pricedBy(operation);
			const stated = code === 'en' ? priceInWords({ billing, wallet }) : portuguese(billing, wallet);
			const price = billing.assumed === undefined ? stated : `${stated} (${ASSUMED[code]})`;
			return { resource, name: operation.name, price, isFree: !isCharged(billing) };
		}),
	);
	const byPrice = groupBy(sortBy(operations, 'isFree'), 'price');
	const named = ([resource, own]: [string, typeof operations]): string =>
		`${resource}: ${own.map(({ name }) => name).join(', ')}`;
	return list(
		Object.entries(byPrice).map(([price, own]) =>
			entry(price, Object.entries(groupBy(own, 'resource')).map(named).join('; ')),
		),
	);
}
