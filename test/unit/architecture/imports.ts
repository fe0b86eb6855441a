import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** What each file imports: files as paths from the root, packages by name. Types count as well. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const ROOT = resolve('.');

/** The TypeScript files below a folder, as paths from the root. */
export const sources = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
		.map((name) => join(folder, name));

/** The file that a relative import names; the import itself when there is no such file. */
function fileAt(path: string): string {
	const candidates = [path, `${path}.ts`, join(path, 'index.ts')];
	return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? path;
}

/** What a source text imports, as it is written there. */
export const importsIn = (text: string): string[] =>
	[...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*'([^'\n]+)'/g)].map(([, name]) => name);

/** The imports of all files below some folders. */
export function readImports(...folders: readonly string[]): Imports {
	return new Map(
		folders
			.flatMap(sources)
			.map((file): [string, string[]] => [
				file,
				importsIn(readFileSync(file, 'utf8')).map((name) =>
					name.startsWith('.') ? fileAt(relative(ROOT, resolve(dirname(file), name))) : name,
				),
			]),
	);
}

export const isIn = (path: string, folder: string): boolean =>
	path === folder || path.startsWith(`${folder}/`);

/** Imports that are not allowed, each as `file imports name`. */
export const forbidden = (
	imports: Imports,
	folder: string,
	isAllowed: (name: string, isFile: boolean) => boolean,
): string[] =>
	[...imports]
		.filter(([file]) => isIn(file, folder))
		.flatMap(([file, names]) =>
			names.filter((name) => !isAllowed(name, name.endsWith('.ts'))).map((name) => `${file} imports ${name}`),
		);

/** The imports between folders, each folder standing for the files that lie directly in it. */
export function betweenFolders(imports: Imports): Imports {
	const folders = new Map<string, string[]>();
	for (const [file, names] of imports) {
		const own = dirname(file);
		const others = names.filter((name) => imports.has(name)).map((name) => dirname(name));
		folders.set(own, [...(folders.get(own) ?? []), ...others.filter((other) => other !== own)]);
	}
	return folders;
}

/** The files, or folders, of which some reach each other by imports in a circle. */
export function circles(imports: Imports): string[] {
	let left = [...imports].map(([node, names]) => ({
		node,
		names: names.filter((name) => imports.has(name)),
	}));
	for (;;) {
		const nodes = new Set(left.map(({ node }) => node));
		const imported = new Set(left.flatMap(({ names }) => names));
		const rest = left.filter(
			({ node, names }) => imported.has(node) && names.some((name) => nodes.has(name)),
		);
		if (rest.length === left.length) return left.map(({ node }) => node).sort();
		left = rest;
	}
}

/** Folders with more files than a reader takes in at a glance. */
export function crowded(imports: Imports, most: number): string[] {
	const counts = new Map<string, number>();
	for (const file of imports.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
	return [...counts]
		.filter(([, count]) => count > most)
		.map(([folder, count]) => `${folder}: ${count} files`);
}
