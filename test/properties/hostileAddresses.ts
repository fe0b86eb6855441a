import fc from 'fast-check';

import { anyText } from './arbitraries';

/**
 * Addresses at their worst. Apart from the other arbitraries: for addresses fast-check makes a table of all
 * characters of Unicode, which takes a second.
 */

/** The base address of a service. */
export const BASE = 'https://service.example/v1';

/** Addresses as attackers and accidents write them. */
export const addressPiece = fc.constantFrom(
	'https:',
	'http:',
	'//',
	'/',
	'\\',
	'@',
	':',
	'?',
	'#',
	'..',
	'.',
	'%2e',
	'%2F',
	'\t',
	'\n',
	' ',
	'service.example',
	'evil.example',
	'localhost',
	'127.0.0.1',
	'v1',
	'a',
	'javascript:',
	'file:',
	'[::1]',
	'443',
);
export const address = fc.oneof(
	fc.array(addressPiece, { maxLength: 8 }).map((pieces) => pieces.join('')),
	fc.webUrl({ withFragments: true, withQueryParameters: true }),
	anyText,
	fc.array(addressPiece, { maxLength: 5 }).map((pieces) => `${BASE}${pieces.join('')}`),
);
