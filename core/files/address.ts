/** In the notation of the URL parser. */
const PRIVATE_V4 =
	/^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|192\.0\.0|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89]|2(?:2[4-9]|[3-5]\d))\.\d/;

/** No IPv6 literal is followed: the service's links have names. */
function isPrivate(written: string): boolean {
	const host = written.replace(/\.$/, '');
	if (/^[\d.]+$/.test(host)) return PRIVATE_V4.test(host);
	return host.startsWith('[') || !host.includes('.') || host.endsWith('.localhost');
}

/**
 * Why a link from the service must not be followed; `undefined` if it may be. The key is never sent along, but a
 * link must not lead into n8n's own network or be unencrypted. A node cannot resolve names: n8n does, and refuses
 * private addresses if its SSRF protection is on.
 */
export function reasonNotToFollow(link: string, baseUrl: string): string | undefined {
	if (!URL.canParse(link)) return 'it is not a URL';
	const [{ protocol, hostname }, base] = [new URL(link), new URL(baseUrl)];
	// A service configured with http://, such as a local one, links to itself the same way.
	const isOwn = hostname === base.hostname;
	if (protocol !== 'https:' && !(isOwn && protocol === 'http:' && base.protocol === 'http:'))
		return 'it does not start with https://';
	return !isOwn && isPrivate(hostname) ? 'it points to a private network address' : undefined;
}
