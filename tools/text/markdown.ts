type Cell = string | number;
type Rows = ReadonlyArray<readonly Cell[]>;

const escaped = (cell: Cell): string =>
	String(cell).replace(/\s+/g, ' ').replace(/</g, '&lt;').replace(/\|/g, '\\|').trim();

const line = (cells: readonly Cell[]): string => `| ${cells.map(escaped).join(' | ')} |`;

/** A Markdown table. */
export const table = (head: readonly string[], rows: Rows): string =>
	[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** An entry of a list: what it is about, then what is said of it. */
export const entry = (name: string, text: string): string => `**${name}**: ${text}`;

/** A Markdown list. */
export const list = (entries: readonly string[]): string =>
	entries.map((text) => `- ${text.replace(/\s+/g, ' ').trim()}`).join('\n');

/** The text between `<!-- generated: name -->` and `<!-- /generated -->`. */
const SECTION = /(<!-- generated: ([a-z]+) -->)[\s\S]*?(<!-- \/generated -->)/g;

/** Replaces the generated sections of a Markdown text; a section of an unknown name is left alone. */
export const withSections = (markdown: string, sections: Readonly<Record<string, string>>): string =>
	markdown.replace(SECTION, (whole: string, opening: string, name: string, closing: string) =>
		sections[name] === undefined ? whole : `${opening}\n\n${sections[name]}\n\n${closing}`,
	);
