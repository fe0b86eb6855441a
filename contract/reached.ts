import { endpoints } from './index';
import type { Endpoint } from './model/endpoint';

/**
 * The fields by which a body reaches another endpoint at the same path: those that only the other one has, and those
 * with another fixed value there, such as a free count's and a charged export's.
 */
export const fieldsOfOthers = ({ method, path, body }: Endpoint): string[] =>
	Object.values<Endpoint>(endpoints)
		.filter((other) => other.method === method && other.path === path)
		.flatMap((other) => Object.entries(other.body?.properties ?? {}))
		.filter(([name, theirs]) => {
			const own = body?.properties[name];
			return own === undefined || own.const !== theirs.const;
		})
		.map(([name]) => name);
