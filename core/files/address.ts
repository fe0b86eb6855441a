/**
 * Ranges of IPv4 that are not addresses of the public internet (IANA's registry of special purposes), and an address under
 * which a cloud serves its machines.
 */
const PRIVATE_V4 = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'168.63.129.16/32',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.0.0.0/24',
	'192.0.2.0/24',
	'192.31.196.0/24',
	'192.52.193.0/24',
	'192.88.99.0/24',
	'192.168.0.0/16',
	'192.175.48.0/24',
	'198.18.0.0/15',
	'198.51.100.0/24',
	'203.0.113.0/24',
	'224.0.0.0/3',
];

/** The only IPv6 range in use on the public internet, and what is special or embeds an IPv4 address within it. */
const PUBLIC_V6 = '2000::/3';
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '3ffe::/16'];

/** Names that only private networks and this machine use, and public names that lead to an address they contain. */
const PRIVATE_SUFFIXES = [
	'localhost',
	'localdomain',
	'localdomain4',
	'localdomain6',
	'local',
	'internal',
	'intranet',
	'intra',
	'private',
	'corp',
	'home',
	'lan',
	'lab',
	'workgroup',
	'arpa',
	'svc',
	'cluster',
	'consul',
	'docker',
	'onion',
	'alt',
	'test',
	'invalid',
	'nip.io',
	'sslip.io',
	'xip.io',
	'traefik.me',
	'localtest.me',
	'lvh.me',
	'vcap.me',
	'lacolhost.com',
	'localho.st',
];

interface Range {
	readonly start: bigint;
	readonly bits: bigint;
}

const V4_BITS = 32n;
const V6_BITS = 128n;

/** An IPv4 address as the URL parser writes it; `undefined` for a name. */
function v4(host: string): bigint | undefined {
	const parts = host.split('.');
	if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part))) return undefined;
	return parts.reduce((value, part) => (value << 8n) + BigInt(part), 0n);
}

/** An IPv6 address as the URL parser writes it, without brackets. */
function v6(host: string): bigint {
	const [before, after] = host.split('::').map((half) => half.split(':').filter((group) => group !== ''));
	const groups =
		after === undefined
			? before
			: [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
	return groups.reduce((value, group) => (value << 16n) + BigInt(`0x${group}`), 0n);
}

const range = (text: string): Range => {
	const [start, prefix] = text.split('/');
	const of4 = v4(start);
	return of4 === undefined
		? { start: v6(start), bits: V6_BITS - BigInt(prefix) }
		: { start: of4, bits: V4_BITS - BigInt(prefix) };
};
const isIn = (address: bigint, { start, bits }: Range): boolean => address >> bits === start >> bits;

const privateV4 = PRIVATE_V4.map(range);
const publicV6 = range(PUBLIC_V6);
const privateV6 = PRIVATE_V6.map(range);

/** Whether a host, as the URL parser writes it, is this machine or of a private network. */
function isPrivate(written: string): boolean {
	if (written.startsWith('[')) {
		const address = v6(written.slice(1, -1));
		return !isIn(address, publicV6) || privateV6.some((one) => isIn(address, one));
	}
	// A trailing dot does not change which host is meant.
	const host = written.replace(/\.$/, '');
	const address = v4(host);
	if (address !== undefined) return privateV4.some((one) => isIn(address, one));
	return !host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => `.${host}`.endsWith(`.${suffix}`));
}

/** Longer links are none; they would be kept with each record. */
const LONGEST_LINK = 16_000;

/**
 * Returns why a link from the service must not be followed; `undefined` when it may be. The key is never sent along,
 * but a link must not lead into n8n's own network or use an unencrypted connection either. A node cannot ask what a
 * name resolves to: n8n can, and refuses private addresses if its SSRF protection is on.
 */
export function reasonNotToFollow(link: string, baseUrl: string): string | undefined {
	if (link.length > LONGEST_LINK || !URL.canParse(link)) return 'it is not a URL';
	const { protocol, hostname, username, password } = new URL(link);
	if (protocol !== 'http:' && protocol !== 'https:') return 'it is not an HTTP or HTTPS URL';
	if (username !== '' || password !== '') return 'it contains a user name';
	const base = new URL(baseUrl);
	// A service configured with http://, such as one on this machine, links to itself the same way.
	if (hostname === base.hostname && base.protocol === 'http:') return undefined;
	if (protocol !== 'https:') return 'it does not start with https://';
	if (hostname === base.hostname) return undefined;
	return isPrivate(hostname) ? 'it points to a private network address' : undefined;
}
