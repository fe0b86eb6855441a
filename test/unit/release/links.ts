import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Links of the documents: on GitHub, and on the package's page on npm, which shows its README. */

/** Where a link leads: npm puts the address of the repository before those that name a file. */
export interface Link {
	readonly target: string;
	readonly kind: 'address' | 'heading' | 'file';
}

/** Text of a document without its blocks of code. */
const proseOf = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '');

/** The links and pictures of a document, in Markdown or HTML. */
export function linksIn(text: string): Link[] {
	const prose = proseOf(text).replace(/`[^`\n]*`/g, '');
	const targets = [
		...[...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(([, target]) => target),
		...[...prose.matchAll(/\b(?:src|href|srcset)="([^"]+)"/g)].map(([, target]) => target),
	];
	return targets.map((target) => ({
		target,
		kind: /^[a-z][a-z+.-]*:/i.test(target) ? 'address' : target.startsWith('#') ? 'heading' : 'file',
	}));
}

/** The anchor that GitHub and npm give to a heading. */
const anchorOf = (heading: string): string =>
	heading
		.replace(/[`*]|\]\([^)]*\)|\[/g, '')
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');

/** Anchors of the headings of a document. */
const anchorsIn = (text: string): string[] =>
	[...proseOf(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading));

/** A document, by its path in the repository. */
export interface Document {
	readonly path: string;
	readonly text: string;
}

/** The anchor of a link, as the heading has it. */
const anchorIn = (target: string): string | undefined => {
	const [, anchor] = target.split('#');
	return anchor === undefined ? undefined : decodeURIComponent(anchor);
};

/**
 * What is wrong with the links of a document.
 * @param root the repository, whose files and headings links may lead to
 */
export function brokenLinks({ path: from, text }: Document, root: string): string[] {
	const own = anchorsIn(text);
	return linksIn(text).flatMap(({ target, kind }) => {
		if (kind === 'address') return /^(https|mailto):/.test(target) ? [] : [`${target} is not secure`];
		const anchor = anchorIn(target);
		const noHeading = [`no heading is ${target}`];
		if (kind === 'heading') return own.includes(anchor ?? '') ? [] : noHeading;
		const path = posix.join(posix.dirname(from), decodeURI(target.split('#')[0]));
		if (target.startsWith('/') || path.startsWith('..')) return [`${target} leads out of the repository`];
		const file = join(root, path);
		if (!existsSync(file)) return [`no file is ${target}`];
		if (anchor === undefined) return [];
		return anchorsIn(readFileSync(file, 'utf8')).includes(anchor) ? [] : noHeading;
	});
}
