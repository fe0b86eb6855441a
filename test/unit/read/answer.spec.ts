import { endpoints, type EndpointName } from '../../../contract';
import { readAnswer } from '../../../core/read/answer';

/** What an answer is, beside the shapes that fixtures of test/answers hold whole. */

it.each<[string, EndpointName, unknown, object]>([
	[
		'a batch that failed (specification, l. 152)',
		'batchStatus',
		{ id_processamento: 'b1', status: 'failed', erro: 'insufficient credit', total: 2 },
		{ kind: 'failed', fields: { erro: 'insufficient credit', total_registros: 2 } },
	],
	['a list of other things', 'personGet', [[1], 'x'], { kind: 'unknown', raw: { answer: [[1], 'x'] } }],
	['whatever it is, where no shape is known', 'filterStructure', { alpha: 1 }, { kind: 'ok', rows: [{}] }],
])('reads %s of %s', (_, name, body, expected) => {
	expect(readAnswer(endpoints[name], body)).toMatchObject(expected);
});
