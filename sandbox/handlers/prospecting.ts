import type { Table } from '../jobs/jobs';
import { prospectCompanies, companyTables } from '../prospecting/companies';
import { personTable, prospectPersons } from '../prospecting/persons';
import type { Call, Handlers } from '../world/call';
import { charge } from '../world/charge';
import { jobResult } from '../world/replies';

/** Exports the first of the matches, in no order of value; each is charged. */
function exportFirst(
	call: Call<'personJob'> | Call<'companyJob'>,
	matches: Uint32Array,
	tables: (exported: Uint32Array) => readonly Table[],
): object {
	const { world, request } = call;
	const { quantity, file_formatting: format } = call.body;
	const exported = matches.slice(0, quantity);
	const records = exported.length;
	const charged = charge(call, { found: records > 0, records });
	const job = world.jobs.start({
		type: 'prospecting',
		request,
		charged,
		refunded: 0,
		spreadsheet: format === '<spreadsheet>',
		tables: () => tables(exported),
	});
	return { id: job.id };
}

const counted = ({ length: count }: Uint32Array): object => ({ count });

/** Counting, exporting and the result of an export. */
export const prospectingHandlers: Handlers = {
	personCount: ({ world: { persons }, body }) => counted(prospectPersons(persons, body)),
	personJob: (call) => {
		const { persons } = call.world;
		return exportFirst(call, prospectPersons(persons, call.body), (exported) => [
			personTable(persons, exported),
		]);
	},
	companyCount: ({ world: { companies }, body }) => counted(prospectCompanies(companies, body)),
	companyJob: (call) => {
		const { companies } = call.world;
		return exportFirst(call, prospectCompanies(companies, call.body), (exported) =>
			companyTables(companies, exported),
		);
	},
	prospectingResult: ({ world, path }) => jobResult(world, 'prospecting', path.job_id),
};
