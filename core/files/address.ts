/** Addresses of this machine and of private networks, as they may stand in a URL. */
const PRIVATE = [
	// Names of one word, and those under endings that only private networks use.
	/^[^.[]+$/,
	/\.(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/,
	/^(0|10|127)\.\d+\.\d+\.\d+$/,
	/^169\.254\.\d+\.\d+$/,
	/^192\.168\.\d+\.\d+$/,
	/^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$/,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$/,
	/^198\.1[89]\.\d+\.\d+$/,
	/^(22[4-9]|2[3-5]\d)\.\d+\.\d+\.\d+$/,
	// Addresses that begin with zeros are this machine's or hold one of the older kind, as those of 2002 do.
	/^\[(::.*|0:.*|2002:.*|ff[0-9a-f]{2}:.*|64:ff9b:.*|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/,
];

/** A dot at the end of a name makes it no other name. */
const isPrivate = (host: string): boolean => PRIVATE.some((pattern) => pattern.test(host.replace(/\.$/, '')));

/**
 * Why a link of the service must not be followed; `undefined` when it may. The key never goes along, but a
 * link must not lead into the network that n8n stands in either, nor over an open line.
 */
export function reasonNotToFollow(link: string, baseUrl: string): string | undefined {
	if (!URL.canParse(link)) return 'it is no URL';
	const { protocol, hostname, username, password } = new URL(link);
	if (protocol !== 'http:' && protocol !== 'https:') return 'it is no web address';
	if (username !== '' || password !== '') return 'it contains a user name';
	const base = new URL(baseUrl);
	// The service on this machine, which has no other way.
	if (hostname === base.hostname && base.protocol === 'http:') return undefined;
	if (protocol !== 'https:') return 'it does not begin with https://';
	if (hostname === base.hostname) return undefined;
	return isPrivate(hostname) ? 'it leads to an address of a private network' : undefined;
}
