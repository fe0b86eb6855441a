import { whole } from '../report/words';
import type { Settled } from './books';
import type { Kept, Outcome, Part, Traffic } from './seen';
import { ACCOUNT, MOST_REQUESTS } from './stage/plan';

/** A wish, and whether it came true. */
export interface Wish {
	readonly wish: string;
	readonly figure: string;
	readonly isMet: boolean;
	/** Why it did not. */
	readonly reason?: string;
	/** Whether it says what is left to a person, and nothing is wrong with it. */
	readonly isOptional?: true;
}

/** A figure with one digit behind the point. */
export const rounded = (number: number): string => (Math.round(number * 10) / 10).toLocaleString('en');

/** Contacts that came out, with their data or as failed and refunded. */
export const inRows = ({ contacts }: Settled): number => contacts.inRow + contacts.failed;

/** The requests by what they asked for. */
export const inTurn = (byEndpoint: Traffic['byEndpoint']): string =>
	Object.entries(byEndpoint)
		.map(([name, count]) => `${name} ${whole(count)}`)
		.join(', ');

/** What was wished of the outbox, as far as it was looked at. */
export const wishesOf = ({ calm, killed }: Kept): readonly Wish[] => [
	...(calm === undefined ? [] : [fewRequests(calm), ...neverWrong('calm', calm.outcome)]),
	...(killed === undefined ? [] : [...neverWrong('with killed workers', killed.outcome), byItself(killed)]),
];

function fewRequests({ size, outcome }: Part<Outcome['calm']>): Wish {
	const { records, take } = size.calm;
	const requests = (outcome.requests * take) / records;
	const batches = outcome.byEndpoint.b2bPersonEnrichBatch ?? 0;
	const rows = records + outcome.settled.doubleRows;
	return {
		wish: `At most ${MOST_REQUESTS} requests per ${whole(take)} records`,
		figure: rounded(requests),
		isMet: requests <= MOST_REQUESTS,
		reason: `${inTurn(outcome.byEndpoint)}: ${rounded(outcome.requests / batches)} for each of ${batches} batches. A run takes ${whole(take)} rows, and the ${whole(records)} contacts stood in ${whole(rows)}, as n8n lets two workflows that write the same contact at once make a row each`,
	};
}

const neverWrong = (how: string, { refused, mostInTenSeconds, settled }: Outcome['calm']): Wish[] => [
	{
		wish: `No block of the account, ${how}`,
		figure: `${refused} refused requests; at most ${mostInTenSeconds} in ten seconds`,
		isMet: refused === 0,
		reason: `the account takes ${ACCOUNT.callsPerBurst} in ten seconds and ${ACCOUNT.requestsPerDay} a day`,
	},
	{
		wish: `No record is charged twice, ${how}`,
		figure: whole(settled.chargedTwice),
		isMet: settled.chargedTwice === 0,
	},
	{
		wish: `No record that was charged is lost, ${how}`,
		figure: whole(settled.lost),
		isMet: settled.lost === 0,
	},
];

const byItself = ({ outcome: { records, kills, settled } }: Part<Outcome['killed']>): Wish => ({
	wish: 'Every record gets into its row without a person, with killed workers',
	figure: `${whole(records - inRows(settled))} of ${whole(records)} do not`,
	isMet: inRows(settled) === records,
	reason: `${kills.wait} kills while a batch was waited for, whose ID outlived the worker only in its log, and ${kills.save} while results were written into rows, the rest of which died with it; both are read by the ID of the batch`,
	isOptional: true,
});
