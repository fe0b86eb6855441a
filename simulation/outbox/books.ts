import type { IDataObject } from 'n8n-workflow';

import type { LedgerEntry, Sandbox } from '../../sandbox';
import type { Row } from './stage/table';

/** Where a contact that was handed to the workflows is in the end. */
export const PLACES = {
	inRow: 'enriched, with its data in its row, charged once',
	failed: 'failed, as its row says, and refunded',
	byBatch: 'charged once; its row says `uncertain`, and the batch was read by its ID at no charge',
	unsent: 'never charged, or refunded; its row says `uncertain`, as it had been claimed',
	leftOut:
		'charged once; its row says `skipped` and has no data, and the batch was read by its ID at no charge',
	open: 'not charged, and still to be sent',
	notWritten: 'not in the table: the workflow that was to write it was killed',
} as const;

export type Place = keyof typeof PLACES;

/** The books of the service held against the rows. */
export interface Settled {
	readonly contacts: Record<Place, number>;
	/** Contacts that were charged more than once. */
	readonly chargedTwice: number;
	/** Contacts that were charged and are in none of the places. */
	readonly lost: number;
	/** Rows of contacts that have another row, too. */
	readonly doubleRows: number;
}

/** What the service has charged for a contact and not given back, and the batches in which it can be read. */
export type Charges = ReadonlyMap<string, readonly string[]>;

/** Reads the batches of the account by their IDs, which is free, and who was charged in them. */
export async function chargesOf(sandbox: Sandbox): Promise<Charges> {
	const charges = new Map<string, string[]>();
	// The look of the books is nothing that counts.
	sandbox.set({ callerIp: 'listed', callsPerBurst: null });
	const batches = sandbox.ledger.entries.filter(
		({ kind, batchId }) => kind === 'charge' && batchId !== undefined,
	);
	for (const { batchId } of batches) {
		for (const { valor_entrada: contact, status } of await recordsOf(sandbox, batchId)) {
			if (status === 'failed') continue;
			charges.set(String(contact), [...(charges.get(String(contact)) ?? []), String(batchId)]);
		}
	}
	const net = sandbox.ledger.charged() - sandbox.ledger.refunded();
	const found = [...charges.values()].reduce((sum, { length }) => sum + length, 0);
	if (net !== found) throw new Error(`${net} credits stay charged, and the batches hold ${found} records.`);
	return charges;
}

async function recordsOf(
	{ baseUrl, apiKey }: Sandbox,
	batchId: LedgerEntry['batchId'],
): Promise<readonly IDataObject[]> {
	const headers = { Authorization: `Token ${apiKey}` };
	const answer = await fetch(`${baseUrl}/b2b/status/${batchId}`, { headers });
	return ((await answer.json()) as { contatos?: IDataObject[] }).contatos ?? [];
}

/**
 * Holds the charges against the rows, contact by contact.
 * @param nameOf the name that the service has for a contact
 */
export function settle(
	handed: readonly string[],
	rows: readonly Row[],
	charges: Charges,
	nameOf: (contact: string) => string,
): Settled {
	const contacts = Object.fromEntries(Object.keys(PLACES).map((place) => [place, 0])) as Record<
		Place,
		number
	>;
	const byContact = new Map<string, Row[]>();
	for (const row of rows) byContact.set(row.contact, [...(byContact.get(row.contact) ?? []), row]);
	let [chargedTwice, lost] = [0, 0];
	for (const contact of handed) {
		const charged = charges.get(contact)?.length ?? 0;
		if (charged > 1) chargedTwice++;
		const place = placeOf(byContact.get(contact) ?? [], charged > 0, nameOf(contact));
		if (place === undefined) lost++;
		else contacts[place]++;
	}
	const doubleRows = [...byContact.values()].reduce((sum, { length }) => sum + length - 1, 0);
	return { contacts, chargedTwice, lost, doubleRows };
}

/** Where a contact is; `undefined` when it is lost. */
function placeOf(rows: readonly Row[], isCharged: boolean, name: string): Place | undefined {
	const statuses = new Set(rows.map(({ status }) => status));
	if (isCharged) {
		if (rows.some((row) => row.name === name)) return 'inRow';
		if (statuses.has('uncertain')) return 'byBatch';
		return statuses.has('skipped') ? 'leftOut' : undefined;
	}
	if (rows.length === 0) return 'notWritten';
	if (statuses.has('failed')) return 'failed';
	return statuses.has('uncertain') ? 'unsent' : 'open';
}
