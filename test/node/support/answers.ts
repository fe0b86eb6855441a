import { strToU8, zipSync } from 'fflate';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Elsewhere } from '../../support/elsewhere';

/** Answers of the service whose shape has a source, and the items that the node makes of them. */

/** What the service answers to a call; the last answer to a call is also that to the same call again. */
export interface Answer {
	/** Method and path below the base address. */
	readonly call: string;
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** JSON, or text that is sent as it is; `{base}` is the address of the server. */
	readonly body?: unknown;
	/** Files by their names, sent as a zip. */
	readonly zip?: Readonly<Record<string, string>>;
}

/** An item as a fixture has it: which input item it belongs to, its data, and the names of its files. */
export interface AnswerItem {
	readonly item: number | readonly number[] | null;
	readonly json: IDataObject;
	readonly files?: readonly string[];
}

export interface AnswerFixture {
	/** Where the specification, the field notes or a public report show this shape; or when it was recorded. */
	readonly source: string;
	readonly operation: string;
	readonly parameters?: IDataObject;
	/** The `json` of the input items; one empty item unless given. */
	readonly input?: readonly IDataObject[];
	readonly answers: readonly Answer[];
	/** The items by Output. */
	readonly items?: Readonly<Record<string, readonly AnswerItem[]>>;
}

/** Where they are: a folder for each resource, and one for recorded answers. */
const FOLDER = join(__dirname, '../../answers');
export const pathOf = (name: string): string => join(FOLDER, `${name}.json`);

/** Every fixture, by `folder/name`. */
export const answerFixtures = (): Array<[string, AnswerFixture]> =>
	(existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }) : [])
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => [
			file.slice(0, -'.json'.length),
			JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as AnswerFixture,
		]);

const bytesOf = ({ body, zip }: Answer, base: string): string | Uint8Array => {
	if (zip !== undefined) {
		return zipSync(Object.fromEntries(Object.entries(zip).map(([name, text]) => [name, strToU8(text)])));
	}
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return text.replaceAll('{base}', base);
};

/** Has a server give these answers, and tells the calls that none was there for. */
export function giveAnswers(server: Elsewhere, answers: readonly Answer[]): readonly string[] {
	const unanswered: string[] = [];
	const left = [...answers];
	server.answer = (response) => {
		const { method = '', url = '' } = server.visits.at(-1) ?? {};
		const call = `${method} ${url.replace(/^\/v1|\?.*$/g, '')}`;
		const at = left.findIndex((answer) => answer.call === call);
		if (at < 0) {
			unanswered.push(call);
			response.writeHead(404).end('{}');
			return;
		}
		const answer = left[at];
		if (left.some((other, i) => i > at && other.call === call)) left.splice(at, 1);
		response
			.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', ...answer.headers })
			.end(bytesOf(answer, `http://127.0.0.1:${server.port}/v1`));
	};
	return unanswered;
}

/** An item of the node as a fixture has it. */
export function answerItem({ json, pairedItem, binary }: INodeExecutionData): AnswerItem {
	const items = [pairedItem ?? []].flat().map((entry) => (typeof entry === 'number' ? entry : entry.item));
	const item = items.length > 1 ? items : (items[0] ?? null);
	const files = Object.values(binary ?? {}).map(({ fileName = '' }) => fileName);
	return { item, json: JSON.parse(JSON.stringify(json)) as IDataObject, ...(files.length > 0 && { files }) };
}
