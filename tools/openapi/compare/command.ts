import { parseArgs } from 'node:util';
import { neutralNames } from '../../../contract/liveNames';
import { openApiDocument } from '../document/document';
import { differences } from './differences';
import { asksForHelp } from '../../commandLine';
import { firstLine, InputError, readDocument } from './readDocument';
import { report } from './report';

const USAGE =
	'Usage: npm run openapi:compare -- <file.json|file.yaml> [--chatapp WORD] [--url-social WORD] [--spreadsheet WORD] [--answers]';

function readArguments(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				chatapp: { type: 'string' },
				'url-social': { type: 'string' },
				spreadsheet: { type: 'string' },
				answers: { type: 'boolean' },
			},
		});
	} catch (error) {
		throw new InputError(`${firstLine(error).split('. ')[0]}. ${USAGE}`);
	}
}

/**
 * Compares the contract with an OpenAPI file. The three words that this package spells neutrally can be given
 * as the file has them. Exit status: 0 no differences or asked for help, 1 differences, 2 input that cannot be used.
 */
export function compareCommand(args: readonly string[], print: (text: string) => void): 0 | 1 | 2 {
	if (asksForHelp(args)) {
		print(USAGE);
		return 0;
	}
	try {
		const { positionals, values } = readArguments(args);
		if (positionals.length !== 1) throw new InputError(USAGE);
		const ours = openApiDocument({
			chatApp: values.chatapp ?? neutralNames.chatApp,
			socialUrl: values['url-social'] ?? neutralNames.socialUrl,
			spreadsheet: values.spreadsheet ?? neutralNames.spreadsheet,
		});
		const theirs = readDocument(positionals[0]);
		const found = differences({ ...ours }, theirs, { answers: values.answers });
		print(report(found));
		return found.length === 0 ? 0 : 1;
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		print(error.message);
		return 2;
	}
}
