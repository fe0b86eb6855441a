/** The package's page on npm, which shows its README. */

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

/**
 * What is wrong with the links of a document.
 * @param isThere whether the repository has a file
 */
export function brokenLinks(text: string, isThere: (path: string) => boolean): string[] {
	const anchors = anchorsIn(text);
	return linksIn(text).flatMap(({ target, kind }) => {
		if (kind === 'address') return /^(https|mailto):/.test(target) ? [] : [`${target} is not secure`];
		if (kind === 'heading') return anchors.includes(target.slice(1)) ? [] : [`no heading is ${target}`];
		const path = decodeURI(target.split('#')[0]);
		if (/^\/|(^|\/)\.\.(\/|$)/.test(path)) return [`${target} leads out of the repository`];
		return isThere(path) ? [] : [`no file is ${target}`];
	});
}
