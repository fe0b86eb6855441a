import type { Cut, Sequence, Step, Trouble, Work } from './steps';

/** A sequence in words, as one would tell how to make it fail. */

const cutInWords = ({ by, at }: Cut): string => `${by === 'kill' ? 'killed' : 'stopped'} at call ${at}`;

const troubleInWords = ({ kind, times, skip }: Trouble): string =>
	`${kind} ×${times}${skip > 0 ? ` after ${skip}` : ''}`;

const START: Readonly<Record<Work['start'], string>> = {
	new: '',
	turn: 'next turn: ',
	retryOriginal: 'retry from the list: ',
	retryCurrent: 'retry from the list, current workflow: ',
};

function workInWords(work: Work): string {
	const { start, of, operation, asked, options, mode, retryOnFail, continues, waitLimit, process, cut } =
		work;
	const settings = [
		...Object.entries(options).map(([name, value]) => `${name} ${String(value)}`),
		...(retryOnFail ? ['retry on fail'] : []),
		...(continues ? ['continue on error'] : []),
		...(waitLimit === 30 ? [] : [`wait limit ${waitLimit} min`]),
		...(of === 0 ? [] : ['of the one before the last']),
		...(cut === undefined ? [] : [cutInWords(cut)]),
	];
	const units = asked.map(({ unit, spelling }) => `${unit}${"'".repeat(spelling)}`).join(' ');
	const what = start === 'turn' ? '' : `${operation} `;
	return `${START[start]}${what}[${units}] in process ${process}, ${[mode, ...settings].join(', ')}`;
}

function stepInWords(step: Step): string {
	if (step.kind === 'wait') return `${step.minutes} minutes pass`;
	const { work, beside, trouble } = step;
	return [
		workInWords(work),
		...(beside === undefined
			? []
			: [`   beside it, ${beside.afterMs} ms later: ${workInWords(beside.work)}`]),
		...(trouble === undefined ? [] : [`   trouble: ${troubleInWords(trouble)}`]),
	].join('\n');
}

/** `1'` is the first company in its second spelling. */
export const inWords = ({ identifier, steps }: Sequence): string =>
	[`by ${identifier}`, ...steps.map((step, i) => `${i + 1}. ${stepInWords(step)}`)].join('\n');
