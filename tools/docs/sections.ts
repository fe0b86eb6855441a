/** The text between `<!-- generated: name -->` and `<!-- /generated -->`. */
const SECTION = /(<!-- generated: ([a-z]+) -->)[\s\S]*?(<!-- \/generated -->)/g;

/** Replaces the generated sections of a Markdown text; a section of an unknown name is left alone. */
export const withSections = (markdown: string, sections: Readonly<Record<string, string>>): string =>
	markdown.replace(SECTION, (whole: string, opening: string, name: string, closing: string) =>
		sections[name] === undefined ? whole : `${opening}\n\n${sections[name]}\n\n${closing}`,
	);
