/** An IPv4 address as a number; no number for anything else. */
function ipv4(address: string): number {
	const parts = address.split('.');
	if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) {
		return Number.NaN;
	}
	return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Unwraps IPv4 addresses mapped to IPv6, as a server that listens on both reports them. */
const plain = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');

/** Whether an address matches an entry: an address or an IPv4 range such as `10.0.0.0/8`. */
function belongs(address: string, entry: string): boolean {
	const [network, bits = '32'] = entry.split('/');
	const size = 2 ** (32 - Number(bits));
	return address === network || Math.floor(ipv4(address) / size) === Math.floor(ipv4(network) / size);
}

/** Splits a list separated by commas, semicolons or spaces. */
const entriesOf = (list: string): string[] =>
	list
		.split(/[\s,;]/)
		.map(plain)
		.filter((entry) => entry !== '');

function isWrong(entry: string): boolean {
	const [network, bits, ...more] = entry.split('/');
	if (more.length > 0) return true;
	if (!Number.isNaN(ipv4(network)))
		return bits !== undefined && !(/^\d{1,2}$/.test(bits) && Number(bits) <= 32);
	return bits !== undefined || !/^[\da-f:]+$/.test(network) || !network.includes(':');
}

/** The entries that are neither an IP address nor a range. */
export const wrongAddresses = (list: string): string[] => entriesOf(list).filter(isWrong);

/** Whether a caller is allowed: an empty list allows everyone, an invalid entry allows no one. */
export function isAllowed(list: string, callers: readonly string[]): boolean {
	const entries = entriesOf(list);
	return (
		entries.length === 0 ||
		callers.some((caller) => entries.some((entry) => !isWrong(entry) && belongs(plain(caller), entry)))
	);
}
