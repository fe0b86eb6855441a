import { BlockList } from 'node:net';

import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';

import { callbackAddress, resumeAddress } from '../../core/background/callbackAddress';
import { reasonNotToFollow } from '../../core/files/download';
import { node } from '../support/fieldReading';
import { address, addressPiece, BASE } from './hostileAddresses';
import { holds } from './holds';

/** Networks that no link may lead into, judged by Node. */
const closed4 = new BlockList();
for (const [network, bits] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
	['192.0.0.0', 24],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
] as const) {
	closed4.addSubnet(network, bits, 'ipv4');
}

describe('a link to a result file', () => {
	const octet = fc.oneof(
		fc.integer({ min: 0, max: 255 }),
		fc.constantFrom(0, 10, 127, 169, 172, 192, 168, 254, 100, 64, 16),
	);
	const ipv4 = fc.tuple(octet, octet, octet, octet);
	/** One address in the spellings that a URL allows. */
	const spelled = fc
		.tuple(ipv4, fc.constantFrom('plain', 'number', 'hex', 'octal', 'dot'))
		.map(([parts, how]) => {
			const number = parts.reduce((sum, part) => sum * 256 + part, 0);
			const text = parts.join('.');
			return {
				text,
				written: {
					plain: text,
					number: String(number),
					hex: `0x${number.toString(16)}`,
					octal: parts.map((part) => `0${part.toString(8)}`).join('.'),
					dot: `${text}.`,
				}[how],
			};
		});

	holds(
		'is followed to no address of a private network, however it is spelled',
		spelled,
		({ text, written }) => {
			expect(reasonNotToFollow(`https://${written}/file`, BASE) === undefined).toBe(
				!closed4.check(text, 'ipv4'),
			);
		},
	);

	const ipv6 = fc.oneof(
		fc.ipV6(),
		ipv4.map((parts) => `::ffff:${parts.join('.')}`),
	);

	holds('is followed to no address of the newer kind', ipv6, (text) => {
		fc.pre(URL.canParse(`https://[${text}]/`));
		expect(reasonNotToFollow(`https://[${text}]/file`, BASE)).toBeDefined();
	});

	holds(
		'is followed to no name of this machine',
		fc.constantFrom('localhost', 'LOCALHOST', 'a.localhost', 'printer'),
		fc.constantFrom('', '.'),
		(name, dot) => {
			expect(reasonNotToFollow(`https://${name}${dot}/file`, BASE)).toBeDefined();
		},
	);

	holds('is followed over a closed line only, unless it is the service itself', address, (link) => {
		if (reasonNotToFollow(link, BASE) !== undefined) return;
		const { protocol, hostname } = new URL(link);
		expect(protocol === 'https:' || (protocol === 'http:' && hostname === 'service.example')).toBe(true);
	});
});

describe('the address that the service calls back', () => {
	const LIVE = 'https://n8n.example/webhook/abc-1/callback';
	const contextOf = (resumeUrl: string): IExecuteFunctions =>
		({
			getMode: () => 'trigger',
			getNode: () => ({ ...node, id: 'node-1', webhookId: 'abc-1' }),
			evaluateExpression: () => resumeUrl,
		}) as unknown as IExecuteFunctions;

	holds(
		'leads back to the execution that waits',
		fc.stringMatching(/^[1-9]\d{0,8}$/),
		fc.stringMatching(/^[\w.~-]{1,40}$/),
		fc.constantFrom('', '/sub'),
		(execution, signature, path) => {
			const resumeUrl = `https://n8n.example${path}/webhook-waiting/${execution}?signature=${signature}`;
			const made = callbackAddress(contextOf(resumeUrl));
			if ('problem' in made) throw new Error(made.problem);
			const called = new URL(made.url);
			expect(`${called.origin}${called.pathname}`).toBe(`https://n8n.example${path}/webhook/abc-1/callback`);
			const found = resumeAddress(
				`https://n8n.example${path}/webhook/abc-1/callback`,
				'node-1',
				called.searchParams.get('resume'),
			);
			expect(found).toBe(
				`https://n8n.example${path}/webhook-waiting/${execution}/node-1?signature=${signature}`,
			);
		},
	);

	const resume = fc.oneof(
		address,
		fc
			.array(fc.oneof(addressPiece, fc.constantFrom('/12/node-1', '?signature=x')), {
				maxLength: 8,
			})
			.map((pieces) => pieces.join('')),
	);

	holds('is never passed on to another host, nor to another node', resume, (text) => {
		const target = resumeAddress(LIVE, 'node-1', text);
		if (target === undefined) return;
		const { origin, pathname, searchParams } = new URL(target);
		expect(origin).toBe('https://n8n.example');
		expect(pathname).toMatch(/\/\d+\/node-1$/);
		expect(searchParams.has('signature')).toBe(true);
	});
});
