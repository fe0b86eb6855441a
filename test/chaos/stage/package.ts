import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transformSync } from '@swc/core';
import type { INodeType } from 'n8n-workflow';

import type * as clockFile from '../../../core/base/clock';
import type * as nodeFile from '../../../nodes/PersonCompanyData/PersonCompanyData.node';

/**
 * Copies of the package as several processes of n8n have them: each with a memory of its own, and all of them with
 * the same n8n. Loading the modules anew by jest would take a second; here they are compiled once.
 */

const ROOT = resolve(__dirname, '../../..');
const NODE = join(ROOT, 'nodes/PersonCompanyData/PersonCompanyData.node.ts');
const CLOCK = join(ROOT, 'core/base/clock.ts');

type Load = (name: string) => unknown;
type Module = { exports: unknown };
type Body = (load: Load, module: Module, exports: unknown) => void;

const bodies = new Map<string, Body>();

/** The code of a file as a function, compiled once. */
function bodyOf(file: string): Body {
	const known = bodies.get(file);
	if (known !== undefined) return known;
	const { code } = transformSync(readFileSync(file, 'utf8'), {
		filename: file,
		jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
		module: { type: 'commonjs' },
	});
	// eslint-disable-next-line no-new-func -- code of this package, run once for each process
	const body = new Function('require', 'module', 'exports', `${code}\n//# sourceURL=${file}`) as Body;
	bodies.set(file, body);
	return body;
}

const places = new Map<string, string>();

/** The file that a relative import names. */
function fileAt(path: string): string {
	const known = places.get(path);
	if (known !== undefined) return known;
	const found = [`${path}.ts`, join(path, 'index.ts')].find((file) => existsSync(file));
	if (found === undefined) throw new Error(`No such file: ${path}`);
	places.set(path, found);
	return found;
}

/** One process of n8n: the package with the memory that it has in it. */
export interface Package {
	readonly node: INodeType;
	readonly clock: typeof clockFile.clock;
}

/** Loads the package into a new process. */
export function loadPackage(): Package {
	const modules = new Map<string, Module>();
	const load = (file: string): unknown => {
		const known = modules.get(file);
		if (known !== undefined) return known.exports;
		const module: Module = { exports: {} };
		modules.set(file, module);
		const within: Load = (name) =>
			// eslint-disable-next-line @typescript-eslint/no-require-imports -- n8n, and what Node.js has
			name.startsWith('.') ? load(fileAt(join(dirname(file), name))) : require(name);
		bodyOf(file)(within, module, module.exports);
		return module.exports;
	};
	const { PersonCompanyData } = load(NODE) as typeof nodeFile;
	return { node: new PersonCompanyData(), clock: (load(CLOCK) as typeof clockFile).clock };
}
