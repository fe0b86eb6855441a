import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { toggle } from '../../core/field';
import { operation } from '../../core/operation';
import { asObject, asRows, asText, isObject } from '../../core/read';

/** One row per product, from a list of products or from fields such as `b2b_credits` (assumed: one, contradictory). */
function productsIn(answer: IDataObject): IDataObject[] {
	const balance = isObject(answer.balance) ? answer.balance : answer;
	const listed = asRows(balance.credits ?? []).map(({ product_code, product_name, value }) => ({
		product: asText(product_name) ?? asText(product_code) ?? null,
		credits: value ?? null,
	}));
	if (listed.length > 0) return listed;
	return Object.entries(balance)
		.filter(([name, value]) => /^b2[bc]\b|^b2[bc]_/.test(name) && !isObject(value))
		.map(([name, credits]) => ({ product: name.slice(0, 3).toUpperCase(), credits }));
}

export const getBalance = operation({
	name: 'Get Balance',
	action: 'Get the balance of the account',
	description: 'Get the balance and the available credits of each product',
	calls: [endpoints.balance],
	fields: {
		simplify: toggle(
			'Simplify',
			'Whether to return a simplified version of the response instead of the raw data',
		),
	},
	prepare: ({ simplify }) => simplify,
	run: async (simplify, service) => {
		const answer = asObject((await service.ask({ endpoint: endpoints.balance })).body);
		const products = simplify ? productsIn(answer) : [];
		return products.length > 0 ? products : [answer];
	},
});
