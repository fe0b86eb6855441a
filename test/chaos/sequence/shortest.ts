import type { Sequence, Step, Work } from './steps';

/** Every sequence with one thing less in it: a step, a run beside another, a trouble, a cut, an option, an item. */
function* withLess(sequence: Sequence): Generator<Sequence> {
	const { steps } = sequence;
	for (const [at, step] of steps.entries()) {
		const before = steps.slice(0, at);
		const after = steps.slice(at + 1);
		yield { ...sequence, steps: [...before, ...after] };
		for (const less of lesserSteps(step)) yield { ...sequence, steps: [...before, less, ...after] };
	}
}

function* lesserSteps(step: Step): Generator<Step> {
	if (step.kind === 'wait') return;
	const { work, beside, trouble } = step;
	if (beside !== undefined) {
		yield { kind: 'work', work, trouble };
		yield { kind: 'work', work: beside.work, trouble };
		for (const less of lesserWork(beside.work)) yield { ...step, beside: { ...beside, work: less } };
	}
	if (trouble !== undefined) yield { kind: 'work', work, beside };
	for (const less of lesserWork(work)) yield { ...step, work: less };
}

function* lesserWork(work: Work): Generator<Work> {
	const { asked, options } = work;
	if (work.cut !== undefined) yield { ...work, cut: undefined };
	if (work.retryOnFail) yield { ...work, retryOnFail: false };
	if (work.continues) yield { ...work, continues: false };
	for (const [unwanted] of Object.entries(options)) {
		const left = Object.entries(options).filter(([name]) => name !== unwanted);
		yield { ...work, options: Object.fromEntries(left) };
	}
	if (asked.length > 1) {
		for (const at of asked.keys()) yield { ...work, asked: asked.filter((_, other) => other !== at) };
	}
}

/** Leaves out of a sequence that fails whatever it fails without. */
export async function shortest(
	sequence: Sequence,
	fails: (sequence: Sequence) => Promise<boolean>,
): Promise<Sequence> {
	for (const less of withLess(sequence)) {
		if (await fails(less)) return await shortest(less, fails);
	}
	return sequence;
}
