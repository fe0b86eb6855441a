import { isBeyond, priceOf, type Resources } from '../../nodes/PersonCompanyData/run/describe';
import { table } from './tables';

/** The operations of the node, with the calls they make and what they cost. */
export const operationsTable = (resources: Resources): string =>
	table(
		['Resource', 'Operation', 'Calls', 'Price'],
		Object.values(resources).flatMap(({ name, operations }) =>
			Object.values(operations).map((operation) => [
				name,
				operation.name,
				operation.calls.map(({ method, path }) => `\`${method} ${path}\``).join(', '),
				`${priceOf(operation)}${isBeyond(operation) ? '; not in the specification' : ''}`,
			]),
		),
	);
