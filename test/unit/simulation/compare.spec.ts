import { problemsOf } from '../../../simulation/report/compare';
import type { Scenario } from '../../../simulation/scenarios/scenario';
import type { Seen } from '../../../simulation/stage/stage';

const paper = { elapsedSeconds: 1000, workerSeconds: 0, requests: 50, credits: 40 };

const seen: Seen = {
	...paper,
	requestsByEndpoint: { balance: 10, b2bPersonEnrichNow: 40 },
	executions: 1,
	records: 40,
	notObtained: 0,
	blocks: 0,
	noSlot: 0,
	mostWithinTenSeconds: 9,
	mostWithinADay: 50,
	ledgerEqualsOutput: true,
};

const scenario: Scenario = {
	title: 'Some',
	group: 'month',
	isRecommended: true,
	settings: '',
	bottleneck: '',
	formula: '',
	paper,
	simulate: async () => seen,
};

const shown: Scenario = { ...scenario, isRecommended: false };

it('finds nothing wrong with what is as foretold', () => {
	expect(problemsOf(scenario, seen)).toEqual([]);
	expect(problemsOf(scenario, { ...seen, elapsedSeconds: 1020 })).toEqual([]);
	expect(problemsOf(shown, { ...seen, blocks: 2, notObtained: 5 })).toEqual([]);
});

it.each([
	['a time that is too long', { elapsedSeconds: 1031 }, /^elapsedSeconds: 1031, on paper 1000$/],
	['a time that is too short', { elapsedSeconds: 969 }, /^elapsedSeconds: 969/],
	['time where none should pass', { workerSeconds: 0.1 }, /^workerSeconds: 0.1, on paper 0$/],
	['a request too many', { requests: 51 }, /^requests: 51, on paper 50$/],
	['a credit too few', { credits: 39 }, /^credits: 39, on paper 40$/],
	['a block', { blocks: 1 }, /^the account was blocked 1 times$/],
	['a record that is left out', { notObtained: 1 }, /^1 records were not obtained$/],
	['a charge without a record', { ledgerEqualsOutput: false }, /^40 credits were charged for 40 records$/],
])('finds %s', (_what, changed, words) => {
	expect(problemsOf(scenario, { ...seen, ...changed })).toEqual([expect.stringMatching(words)]);
});

it('wants a block where one is to be shown', () => {
	expect(problemsOf(shown, seen)).toEqual(['the account was not blocked']);
});
