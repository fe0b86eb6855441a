import { brandTermsOf, HELP_ON_TERMS } from '../brandTerms';
import { print, runToEnd } from '../commandLine';
import { differences, readDocument } from './differences';
import { openApiDocument } from './document/document';

const USAGE = `Usage: npm run openapi:compare -- <file.json|file.yaml>\n${HELP_ON_TERMS}`;

/** Exit code: 0 no difference, 1 differences, 2 a file that cannot be used. */
runToEnd(USAGE, async ([file, ...others]) => {
	if (file === undefined || others.length > 0) throw new Error(USAGE);
	const found = differences({ ...openApiDocument(brandTermsOf(process.env)) }, readDocument(file));
	for (const difference of found) print(difference);
	print(`${found.length} differences`);
	return found.length === 0 ? 0 : 1;
});
