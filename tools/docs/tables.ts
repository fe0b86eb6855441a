import { priceInWords, repeatAfterLoss } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { priceOfOperation, type Resources } from '../../nodes/PersonCompanyData/run/describe';
import { entry, list, table } from '../text/markdown';

const REPEAT_WORDS = {
	safe: 'sent again',
	sameKeyAfterHold: 'sent again by its key',
	never: 'never sent again',
} as const;

/** All ways to call the service, with their price and what is done when an answer is lost. */
export const endpointsTable = (endpoints: Readonly<Record<string, Endpoint>>): string =>
	table(
		['Name', 'Call', 'Purpose', 'Price', 'When the answer is lost'],
		Object.entries(endpoints).map(([name, endpoint]) => {
			const { assumed } = endpoint.billing;
			const extra = endpoint.isBeyondSpecification ? ' (not in the specification)' : '';
			return [
				`\`${name}\``,
				`\`${endpoint.method} ${endpoint.path}\``,
				`${endpoint.purpose}${extra}`,
				`${priceInWords(endpoint)}${assumed ? ' (assumed)' : ''}`,
				REPEAT_WORDS[repeatAfterLoss(endpoint)],
			];
		}),
	);

/** The operations of the node by resource, each with what it does, its price and the calls it makes. */
export const operationsList = (resources: Resources): string =>
	Object.values(resources)
		.map(({ name, operations }) =>
			[
				`## ${name}`,
				list(
					Object.values(operations).map((operation) => {
						const price = `${priceOfOperation(operation)}${operation.calls[0].isBeyondSpecification ? '; not in the specification' : ''}`;
						const calls = operation.calls.map(({ method, path }) => `\`${method} ${path}\``).join(', ');
						return entry(
							`${operation.name}**, in the nodes panel **${operation.action}`,
							`${operation.description}. _${price}._ ${calls}`,
						);
					}),
				),
			].join('\n\n'),
		)
		.join('\n\n');
