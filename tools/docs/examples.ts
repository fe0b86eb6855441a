import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

const FOLDER = 'examples';
const NOTE = 'n8n-nodes-base.stickyNote';

interface Language {
	/** Which of an example's two notes is in it. */
	readonly note: 0 | 1;
	/** From the page to the top of the checkout. */
	readonly top: string;
}

export const ENGLISH: Language = { note: 0, top: '..' };
export const PORTUGUESE: Language = { note: 1, top: '../..' };

const notesOf = (file: string): string[] =>
	(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { nodes: INode[] }).nodes
		.filter(({ type }) => type === NOTE)
		.map(({ parameters }) => String(parameters.content));

/** Every example with the title and the first paragraph of its note, its file and its picture. */
export const examplesList = ({ note, top }: Language): string =>
	readdirSync(FOLDER)
		.sort()
		.map((file) => {
			const [title, ...lines] = notesOf(file)[note].split('\n');
			const name = file.replace(/\.json$/, '');
			return [
				title,
				`${lines[0]} [${file}](${top}/${FOLDER}/${file})`,
				`![${title.replace(/^#+ /, '')}](${top}/docs/images/examples/${name}.jpg)`,
			].join('\n\n');
		})
		.join('\n\n');
