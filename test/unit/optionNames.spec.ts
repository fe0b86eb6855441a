import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { advancedField, advancedOptions } from '../../nodes/PersonCompanyData/run/options/advanced';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { PersonCompanyDataNewLeadsTrigger } from '../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { PersonCompanyDataTrigger } from '../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';

/** Where a message or document sends somebody to an option, there is one of that name. */

const ROOT = join(__dirname, '../..');
const types = [
	new PersonCompanyData(),
	new PersonCompanyDataTrigger(),
	new PersonCompanyDataNewLeadsTrigger(),
];
const settings = Object.keys(advancedOptions).map(
	(name) => `Options > ${advancedField.property.displayName} > ${name}`,
);
const inCollections = types.flatMap(({ description }) =>
	description.properties.flatMap(({ displayName: place, type, options = [] }) =>
		type === 'collection'
			? (options as INodeProperties[]).map(({ displayName }) => `${place} > ${displayName}`)
			: [],
	),
);

const labels = [...settings, ...inCollections];

const texts = ['nodes', 'core', 'docs', 'README.md', 'README.pt-BR.md'].flatMap((place) =>
	place.endsWith('.md')
		? [place]
		: readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
				.filter((name) => /\.(ts|md)$/.test(name))
				.map((name) => join(place, name)),
);
const mentions = texts.flatMap((file) =>
	[...readFileSync(join(ROOT, file), 'utf8').matchAll(/Options > .{1,60}/g)].map(
		([rest]) => [file, rest] as const,
	),
);

it('finds options that are mentioned', () => {
	expect(labels.length).toBeGreaterThan(10);
	expect(mentions.length).toBeGreaterThan(20);
});

it.each(mentions)('%s mentions an option that is there: %s', (_, rest) => {
	expect(labels.filter((label) => rest.startsWith(label))).not.toEqual([]);
});
