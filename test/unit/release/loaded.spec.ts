import { foreignIn } from '../../../tools/release/loaded';

/** What a compiled file may load: its own package and what n8n brings. */

it('takes its own files and what n8n brings', () => {
	const code = [
		'const a = require("./a");',
		"const b = require('../../core/b');",
		'const c = require("n8n-workflow");',
		'const d = require("lodash/pick");',
		'const e = require("node:crypto");',
	].join('\n');
	expect(foreignIn(code)).toEqual([]);
});

it.each([
	'require("axios")',
	"require('node:fs')",
	'require(name)',
	'import("./x" + y)',
	'require("lodashes/pick")',
])('tells of %s', (code) => {
	expect(foreignIn(`const x = ${code};`)).toHaveLength(1);
});
