import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { leadSchema } from '../../core/leads/view';
import type { Operation } from '../../nodes/PersonCompanyData/run/operation';
import { resources } from '../../nodes/PersonCompanyData/resources';
import type { OutputFile } from '../text/outputFile';

/** Where n8n's editor looks for the fields of an operation, beside the compiled node. */
export const PREVIEWS = 'nodes/PersonCompanyData/__schema__/v1.0.0';

/** Whether an operation outputs leads as its form is at first. */
const isShown = ({ fields, leads }: Operation): boolean =>
	Object.entries(leads?.show ?? {}).every(([name, values]) =>
		values.includes(fields[name]?.property.default as string),
	);

/** The output of each operation whose fields are known before it runs. */
export const previews = (): OutputFile[] =>
	Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).flatMap(([name, operation]): OutputFile[] => {
			if (operation.leads === undefined || !isShown(operation)) return [];
			const schema = leadSchema(operation.leads, resource.startsWith('b2b'));
			const path = resolve(PREVIEWS, resource, `${name}.json`);
			return [{ path, text: JSON.stringify({ ...schema, version: 1 }) }];
		}),
	);

/** All files that are there. */
export const existingPreviews = (): string[] =>
	readdirSync(PREVIEWS, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => resolve(join(PREVIEWS, name)));
