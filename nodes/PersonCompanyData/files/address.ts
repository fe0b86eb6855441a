/** Addresses of this machine and of private networks, as they may stand in a URL. */
const PRIVATE = [
	/^(localhost|.*\.localhost|.*\.local|.*\.internal)$/,
	/^(0|10|127)\.\d+\.\d+\.\d+$/,
	/^169\.254\.\d+\.\d+$/,
	/^192\.168\.\d+\.\d+$/,
	/^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$/,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$/,
	/^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|::ffff:.*)\]$/,
];

const isPrivate = (host: string): boolean => PRIVATE.some((pattern) => pattern.test(host));

/**
 * Why a link of the service must not be followed; `undefined` when it may. The key never goes along, but a
 * link must not lead into the network that n8n stands in either, nor over an open line.
 */
export function reasonNotToFollow(link: string, baseUrl: string): string | undefined {
	if (!URL.canParse(link)) return 'it is no URL';
	const { protocol, hostname } = new URL(link);
	if (hostname === new URL(baseUrl).hostname) {
		return protocol === 'http:' || protocol === 'https:' ? undefined : 'it is no web address';
	}
	if (protocol !== 'https:') return 'it does not begin with https://';
	return isPrivate(hostname) ? 'it leads to an address of a private network' : undefined;
}
