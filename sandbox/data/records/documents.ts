import type { Settings } from '../../base/settings';

/** Fields and columns that hold documents. */
const isDocument = (name: string): boolean => /^(cpf|cnpj)$/i.test(name);

/** A document as a number, which has lost its leading zeros; one with letters stays text. */
const asNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;

/** The value of a field as the setting has documents written. */
export function writtenDocument<T>(name: string, value: T, { documentsAs }: Settings): T {
	return documentsAs === 'number' && isDocument(name) ? (asNumber(value) as T) : value;
}

/** A record, with all that stands in it, as the setting has documents written. */
export function writtenDocuments<T>(value: T, settings: Settings): T {
	if (settings.documentsAs === 'text' || typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry: unknown) => writtenDocuments(entry, settings)) as T;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			writtenDocument(name, writtenDocuments(inner as unknown, settings), settings),
		]),
	) as T;
}
