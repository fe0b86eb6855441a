import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The documents of the checkout: its Markdown files, by their path in it. */

const CHECKOUT = resolve(__dirname, '../..');

/** Folders whose text is not of this package, or not for its readers. */
const SKIPPED = /^(node_modules|dist|test\/specification|\.git)(\/|$)/;

/** All documents. */
export function documents(folder = ''): string[] {
	return readdirSync(join(CHECKOUT, folder), { withFileTypes: true })
		.flatMap((entry) => {
			const path = join(folder, entry.name);
			if (SKIPPED.test(path)) return [];
			if (entry.isDirectory()) return documents(path);
			return entry.name.endsWith('.md') ? [path] : [];
		})
		.sort();
}

/** Those that users read, in both languages. */
export const userDocuments = (): string[] =>
	documents().filter((path) => /^(README(\.pt-BR)?\.md$|docs\/)/.test(path));
