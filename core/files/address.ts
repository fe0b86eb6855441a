/** Hosts of this machine and of private networks, as spelled in a URL. */
const PRIVATE = [
	// Single-label names, and names under suffixes that only private networks use.
	/^[^.[]+$/,
	/\.(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/,
	/^(0|10|127)\.\d+\.\d+\.\d+$/,
	/^169\.254\.\d+\.\d+$/,
	/^192\.168\.\d+\.\d+$/,
	/^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$/,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$/,
	/^198\.1[89]\.\d+\.\d+$/,
	/^(22[4-9]|2[3-5]\d)\.\d+\.\d+\.\d+$/,
	// IPv6: addresses starting with zeros are loopback or embed an IPv4 address; 2002: embeds one, too.
	/^\[(::.*|0:.*|2002:.*|ff[0-9a-f]{2}:.*|64:ff9b:.*|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/,
];

/** A trailing dot does not change which host is meant. */
const isPrivate = (host: string): boolean => PRIVATE.some((pattern) => pattern.test(host.replace(/\.$/, '')));

/**
 * Returns why a link from the service must not be followed; `undefined` when it may be. The key is never sent
 * along, but a link must not lead into n8n's own network or use an unencrypted connection either.
 */
export function reasonNotToFollow(link: string, baseUrl: string): string | undefined {
	if (!URL.canParse(link)) return 'it is not a URL';
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
