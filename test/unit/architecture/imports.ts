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

/** Circles: groups of files, or folders, of which each reaches every other by imports. */
export function circles(imports: Imports): string[][] {
	const index = new Map<string, number>();
	const lowest = new Map<string, number>();
	const path: string[] = [];
	const found: string[][] = [];
	const visit = (node: string): number => {
		const own = index.size;
		index.set(node, own);
		path.push(node);
		let low = own;
		for (const next of imports.get(node) ?? []) {
			if (!imports.has(next)) continue;
			if (!index.has(next)) low = Math.min(low, visit(next));
			else if (path.includes(next)) low = Math.min(low, index.get(next) ?? low);
		}
		lowest.set(node, low);
		if (low === own) {
			const group = path.splice(path.indexOf(node));
			if (group.length > 1 || imports.get(node)?.includes(node)) found.push(group.sort());
		}
		return low;
	};
	for (const node of imports.keys()) if (!index.has(node)) visit(node);
	return found;
}

/** Folders with more files than a reader takes in at a glance. */
export function crowded(imports: Imports, most: number): string[] {
	const counts = new Map<string, number>();
	for (const file of imports.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
	return [...counts]
		.filter(([, count]) => count > most)
		.map(([folder, count]) => `${folder}: ${count} files`);
}
