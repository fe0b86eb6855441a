import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { generatorCommand } from '../text/outputFile';
import { openApiDocument } from './document/document';

/** Writes docs/dev/openapi.json and docs/dev/openapi.yaml from the contract. */
const folder = resolve(__dirname, '../../docs/dev');
const document = openApiDocument();

generatorCommand(
	[
		{ path: resolve(folder, 'openapi.json'), text: JSON.stringify(document, null, 2) },
		{
			path: resolve(folder, 'openapi.yaml'),
			text: stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
		},
	],
	'npm run openapi',
);
