import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { scripts } from '../../package.json';
import { CHECKOUT } from './copy';

/** Every command of this package says how it is called, also when it is called in a wrong way. */

const TSX = join(CHECKOUT, 'node_modules/tsx/dist/cli.mjs');

const own = Object.entries(scripts).flatMap(([name, script]) => {
	const [last = ''] = script.split(' && ').slice(-1);
	return last.startsWith('tsx ') ? [{ name, words: last.split(' ').slice(1) }] : [];
});
/** What they do not know is an option of jest. */
const HAND_ON = ['test:fast', 'test:compatibility'];

function run(words: readonly string[], option: string) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [TSX, ...words, option], {
		cwd: CHECKOUT,
		encoding: 'utf8',
	});
	return { status, stdout, text: `${stdout}${stderr}` };
}

it.each(own)('npm run $name tells its usage when it is asked', ({ words }) => {
	const { status, stdout, text } = run(words, '--help');
	expect(stdout).toMatch(/^Usage: n(pm|px) /);
	expect(text).not.toMatch(/\n\s+at /);
	expect(status).toBe(0);
});

it.each(own.filter(({ name }) => !HAND_ON.includes(name)))(
	'npm run $name tells its usage when an option is wrong',
	({ words }) => {
		const { status, text } = run(words, '--no-such-option');
		expect(text).toMatch(/Usage: n(pm|px) /);
		expect(text).not.toMatch(/\n\s+at /);
		expect(status).toBe(2);
	},
);
