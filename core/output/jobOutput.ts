import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { text } from '../../contract/model/schema';
import { choice, showWhen, type Fields, type Input } from '../form/field';
import { FileRecord, NotFound, UnfinishedWork, type Produced } from './result';
import { UnknownAnswer, type Body } from '../read/answer';
import { readJob } from '../read/job';
import { asInteger } from '../base/json';
import { serviceSays } from '../base/redact';
import { some } from '../base/text';
import { valueField } from '../form/schemaField';
import type { Service } from '../client/service';
import { attempt, inTurns } from '../base/async';
import { download } from '../files/download';
import { readContents, type Contents } from '../files/resultFiles';
import { UnreadableFile, type FileContent } from '../files/unzip';

export const resultForms = [
	{ name: 'Items', value: 'items', description: 'One item per row of each table in the file' },
	{ name: 'Binary File', value: 'file', description: 'The original file, usually a zip' },
	{
		name: 'Link',
		value: 'link',
		description: 'The link to the file; nothing is downloaded and no other host is called',
	},
] as const;

export const outputFields = {
	resultAs: choice('Return Result As', undefined, resultForms),
	binaryPropertyName: showWhen(
		{ resultAs: ['file'] },
		valueField(text('Put Output File in Field'), {
			default: 'data',
			description: 'The name of the output binary field to put the file in',
		}),
	),
} satisfies Fields;

export const noResult = (jobId: string, reason: string | undefined): Error =>
	new UnfinishedWork(
		'job',
		jobId,
		`Job ${jobId} ended without a result`,
		`${serviceSays(reason)}It may have been charged: see whether the balance has gone down. Reading it again is free. To create it again and possibly pay again, set 'If Sent Before' to 'Send Again' in the node that created it.`,
		'uncertain',
	);

export async function outputResult(
	service: Service,
	jobId: string,
	result: Body,
	{ resultAs = 'link', binaryPropertyName = 'data' }: Partial<Input<typeof outputFields>>,
): Promise<readonly Produced[]> {
	const id = asInteger(jobId) ?? jobId;
	const read = readJob(result);
	const { context, connection } = service.session;
	if (read.is === 'failed') throw noResult(jobId, read.reason && connection.redact(read.reason));
	if (read.is === 'unknown') throw new UnknownAnswer(read.raw, { id });
	if (read.is === 'pending') return [new NotFound({ id })];
	const { link, raw } = read;
	const known: IDataObject = { id, ...raw };
	if (resultAs === 'link') return [known];
	const file = await download(context, connection, link);
	if (resultAs === 'items') return await outputTables(service, known, file, binaryPropertyName);
	return [await fileRecord(service, known, [file], binaryPropertyName)];
}

/** n8n infers the type of these. */
const KNOWN_NAME = /\.(csv|json|ods|tsv|txt|xlsx?|zip)$/i;

async function fileRecord(
	{ session }: Service,
	json: IDataObject,
	files: readonly FileContent[],
	property: string,
): Promise<FileRecord> {
	const binary: IBinaryKeyData = {};
	const nameOf = ({ name }: FileContent): string => session.connection.withoutKey(name);
	for (const [i, file] of files.entries()) {
		const { helpers } = session.context;
		const name = i === 0 ? property : `${property}_${i + 1}`;
		const type = KNOWN_NAME.test(file.name) ? undefined : 'application/octet-stream';
		binary[name] = await helpers.prepareBinaryData(file.data, nameOf(file), type);
	}
	return new FileRecord({ ...json, fileName: nameOf(files[0]) }, binary);
}

/** A file that cannot be parsed is output as a binary file, since it is paid for. */
async function outputTables(
	service: Service,
	about: IDataObject,
	file: FileContent,
	binaryPropertyName: string,
): Promise<readonly Produced[]> {
	const read = await attempt<Contents>(readContents(file, service.session.connection.withoutKey));
	if (!read.ok) {
		const isKnown = read.error instanceof UnreadableFile;
		const problem = isKnown ? read.error.message : 'A table of the result cannot be read.';
		service.session.hint(`${problem} The file is output unchanged.`);
		return [await fileRecord(service, about, [file], binaryPropertyName)];
	}
	const { tables, others } = read.value;
	const produced: Produced[] = [];
	for (const { name, rows } of tables)
		for await (const row of inTurns(rows)) produced.push({ ...row, sourceFile: name });
	if (others.length > 0) {
		service.session.hint(
			`${some(others.length, others.length + tables.length, 'file', ['is no text table', 'are no text tables'])} (but, for example, a spreadsheet), and output as a binary file: the Extract From File node can read it.`,
		);
		produced.push(await fileRecord(service, about, others, binaryPropertyName));
	}
	if (produced.length > 0) return produced;
	service.session.hint(`The file of job ${String(about.id)} holds no rows.`);
	return [new NotFound(about)];
}
