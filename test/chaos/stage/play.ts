import type { Sandbox } from '../../../sandbox';
import type { SimulatedTime } from '../../support/simulatedTime';
import { forgetProcessed } from '../../support/processedStore';
import { NO_FIGURES, type Figures } from './figures';
import { Game } from './game';
import type { Sequence } from '../sequence/steps';

/** Plays sequences against the sandbox, one after the other. */
export class Player {
	readonly figures: Figures = { ...NO_FIGURES };

	/** @param rule the only rule that ends a sequence when it is broken; any unless given */
	constructor(
		private readonly sandbox: Sandbox,
		private readonly time: SimulatedTime,
		private readonly rule = '',
	) {}

	/** Plays a sequence with an n8n and a service that remember nothing; returns what was broken first. */
	async play(sequence: Sequence): Promise<string | undefined> {
		const { figures, sandbox, time } = this;
		sandbox.reset();
		forgetProcessed();
		figures.sequences++;
		const game = new Game(sandbox, time, sequence, figures);
		try {
			for (const step of sequence.steps) {
				figures.steps++;
				await game.step(step);
				const broken = game.ideal.broken.find((what) => what.startsWith(this.rule));
				if (broken !== undefined) return broken;
			}
			return undefined;
		} finally {
			game.end();
			for (const sentence of game.ideal.givenUp.keys())
				figures.givenUp = { ...figures.givenUp, [sentence]: (figures.givenUp[sentence] ?? 0) + 1 };
			figures.requests += sandbox.requests.traffic.requests;
			figures.charged += sandbox.ledger.charged();
			figures.refunded += sandbox.ledger.refunded();
		}
	}
}
