import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { normalizeCpf } from '../../contract/input';
import { neutralNames } from '../../contract/brandTerms';
import { FREE, record } from '../../tools/record/record';
import { useNode } from './support/useNode';
import type { AnswerFixture } from './support/answers';

/** The recorder: real answers become fixtures that tell of nobody. */

const { sandbox } = useNode({ persons: 300, companies: 100 });

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'recorded-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const account = () => ({ apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, brandTerms: neutralNames });
const textOf = (name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8');
const said: string[] = [];
const options = () => ({ folder, say: (line: string) => void said.push(line), pauseMs: 0 });

const leavesOf = (value: unknown): string[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)];

it('keeps the shape of a record and nothing that it says of somebody', async () => {
	const { persons } = sandbox;
	const index =
		Array.from({ length: 300 }, (_, i) => i).find((i) => persons.hasEmail(i) && persons.hasPhone(i)) ?? 0;
	const cpf = persons.cpf(index);
	const answer = await fetch(`${sandbox.baseUrl}/persons/?cpf=${cpf}`, {
		headers: { Authorization: `Token ${sandbox.apiKey}` },
	});
	const original: unknown = await answer.json();
	await record(account(), [{ operation: 'person.getPerson', parameters: { cpf } }], options());
	expect(said[0]).toMatch(/^person.getPerson: 1 B2C credit per document found/);

	const text = textOf('person.getPerson');
	expect(text).not.toContain(sandbox.apiKey);
	const { parameters, answers } = JSON.parse(text) as AnswerFixture;
	const [{ body }] = answers;
	expect(leavesOf(body)).toHaveLength(leavesOf(original).length);
	const [{ cpf: other }] = body as Array<{ cpf: string }>;
	expect(normalizeCpf(other)).toBe(other);
	expect(parameters).toEqual({ cpf: other });
	// Shorter ones may be there by chance.
	const kept = leavesOf(original).filter((leaf) => leaf.length > 6 && text.includes(leaf));
	expect(new Set(kept)).toEqual(new Set(['REGULAR']));
});

it('replaces an ID by the same other one wherever it stands, so that answers still fit together', async () => {
	const id = sandbox.persons.id(0);
	const parameters = { identifyBy: 'id_pessoa', id_pessoa: String(id) };
	await record(account(), [{ operation: 'b2bPerson.enrichPersonBatch', parameters }], options());
	const text = textOf('b2bPerson.enrichPersonBatch');
	expect(text).not.toContain(String(id));
	const { answers, parameters: sent } = JSON.parse(text) as AnswerFixture;
	const { id_processamento: batchId } = answers[0].body as { id_processamento: string };
	expect(answers.at(-1)?.call).toBe(`GET /b2b/status/${batchId}`);
	const { contatos } = answers.at(-1)?.body as { contatos: Array<{ valor_entrada: string; status: string }> };
	expect(contatos).toMatchObject([{ valor_entrada: sent?.id_pessoa, status: 'completed' }]);
});

it('asks by itself for nothing that costs', async () => {
	await record(account(), FREE, options());
	expect(readdirSync(folder)).toHaveLength(FREE.length);
	expect(sandbox.ledger.charged()).toBe(0);
});
