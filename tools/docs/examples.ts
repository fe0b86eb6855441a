import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

import type { Language } from './language';

const FOLDER = 'examples';
const NOTE = 'n8n-nodes-base.stickyNote';
/** What most users look for comes first. */
const BEST = [
	'enrich-form',
	'companies-to-hubspot',
	'persons-to-hubspot',
	'daily-leads',
	'ai-agent-approval',
];

/** The English and the Portuguese note of an example. */
const notesOf = (file: string): string[] =>
	(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { nodes: INode[] }).nodes
		.filter(({ type }) => type === NOTE)
		.map(({ parameters }) => String(parameters.content));

const names = (): string[] => {
	const others = readdirSync(FOLDER)
		.map((file) => file.replace(/\.json$/, ''))
		.filter((name) => !BEST.includes(name));
	return [...BEST, ...others.sort()];
};

/** Every example with the title and the first paragraph of its note, its file and its picture. */
export const examplesList = ({ code, docs }: Language): string =>
	names()
		.map((name) => {
			const [title, ...lines] = notesOf(`${name}.json`)[code === 'en' ? 0 : 1].split('\n');
			return [
				title,
				`${lines[0]} [${name}](${docs}/../${FOLDER}/${name}.json)`,
				`![${title.replace(/^#+ /, '')}](${docs}/images/examples/${name}.jpg)`,
			].join('\n\n');
		})
		.join('\n\n')
		.replaceAll('](./', '](');
