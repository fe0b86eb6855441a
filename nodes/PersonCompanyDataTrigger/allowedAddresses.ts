/** An IPv4 address as a number; `undefined` for anything else. */
function ipv4(address: string): number | undefined {
	const parts = address.split('.');
	if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) {
		return undefined;
	}
	return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** IPv4 addresses come mapped into IPv6 where a server listens on both. */
const plain = (address: string): string =>
	address
		.trim()
		.toLowerCase()
		.replace(/^::ffff:(?=\d+\.)/, '');

/** Says whether an address belongs to an entry: an address, or a range of IPv4 addresses such as `10.0.0.0/8`. */
function belongs(address: string, entry: string): boolean {
	const [network, bits] = entry.split('/');
	const [own, first] = [ipv4(address), ipv4(network)];
	if (own === undefined || first === undefined) return bits === undefined && address === network;
	const size = 2 ** (32 - Number(bits ?? 32));
	return Math.floor(own / size) === Math.floor(first / size);
}

/** The entries of a list that is separated by commas or spaces. */
const entriesOf = (list: string): string[] =>
	list
		.split(/[\s,;]+/)
		.map(plain)
		.filter((entry) => entry !== '');

function isWrong(entry: string): boolean {
	const [network, bits, ...more] = entry.split('/');
	if (more.length > 0) return true;
	if (ipv4(network) !== undefined)
		return bits !== undefined && !(/^\d{1,2}$/.test(bits) && Number(bits) <= 32);
	return bits !== undefined || !/^[\da-f:]+$/.test(network) || !network.includes(':');
}

/** The entries that are neither an address nor a range. */
export const wrongAddresses = (list: string): string[] => entriesOf(list).filter(isWrong);

/** Whether a caller may come in: anyone, when the list is empty; nobody through an entry that is wrong. */
export function isAllowed(list: string, callers: readonly string[]): boolean {
	const entries = entriesOf(list);
	return (
		entries.length === 0 ||
		callers.some((caller) => entries.some((entry) => !isWrong(entry) && belongs(plain(caller), entry)))
	);
}
