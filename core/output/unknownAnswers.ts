import { plural } from '../base/text';
import type { Session } from '../client/session';
import { UncertainWork } from '../purchase/refusals';
import { UnknownAnswer } from '../read/answer';
import type { RunResult, Output, Problem } from './outcome';

function itemOf({ error, items }: Problem): Output | undefined {
	if (error instanceof UnknownAnswer) return { json: { ...error.about, ...error.raw }, items, isRaw: true };
	if (!(error instanceof UncertainWork) || error.raw === undefined) return undefined;
	return { json: { outcome: 'uncertain', reason: error.message, ...error.raw }, items, isRaw: true };
}

/** Outputs answers of unknown shape unchanged, with a hint: an error would hide what was paid for. */
export function withUnknownAnswers(
	session: Pick<Session, 'hint'>,
	{ outputs, problems, ...others }: RunResult,
): RunResult {
	const raw = problems.flatMap((problem) => itemOf(problem) ?? []);
	if (raw.length === 0) return { outputs, problems, ...others };
	session.hint(
		`${plural(raw.length, 'answer has', 'answers have')} an unknown format. What the service returned is output as it is.`,
		'cost',
	);
	return {
		...others,
		outputs: [...outputs, ...raw],
		problems: problems.filter((problem) => itemOf(problem) === undefined),
	};
}
