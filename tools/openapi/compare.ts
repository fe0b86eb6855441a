import { parseArgs } from 'node:util';

import { neutralNames } from '../../contract/brandTerms';
import { print, runToEnd } from '../commandLine';
import { differences, readDocument } from './differences';
import { openApiDocument } from './document/document';

const USAGE =
	'Usage: npm run openapi:compare -- <file.json|file.yaml> [--chatapp WORD] [--url-social WORD] [--spreadsheet WORD]';

/** Exit code: 0 no difference, 1 differences, 2 a file that cannot be used. */
runToEnd(USAGE, async (args) => {
	const {
		positionals: [file, ...others],
		values,
	} = parseArgs({
		args: [...args],
		allowPositionals: true,
		// The words that this package spells neutrally, as the file has them.
		options: {
			chatapp: { type: 'string', default: neutralNames.chatApp },
			'url-social': { type: 'string', default: neutralNames.socialUrl },
			spreadsheet: { type: 'string', default: neutralNames.spreadsheet },
		},
	});
	if (file === undefined || others.length > 0) throw new Error(USAGE);
	const ours = openApiDocument({
		chatApp: values.chatapp,
		socialUrl: values['url-social'],
		spreadsheet: values.spreadsheet,
	});
	const found = differences({ ...ours }, readDocument(file));
	for (const { endpoint, text, assumed } of found)
		print(`${endpoint}: ${text} [ours: ${assumed ? 'assumed' : 'specified'}]`);
	print(found.length === 0 ? 'No differences.' : `${found.length} differences`);
	return await Promise.resolve(found.length === 0 ? 0 : 1);
});
