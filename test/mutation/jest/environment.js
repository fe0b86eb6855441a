const { TestEnvironment } = require('jest-environment-node');
const n8nWorkflow = require('n8n-workflow');

/** n8n is loaded outside a spec's realm: without this, its errors would be no `instanceof Error` there. */
function takeErrorsOfOthers(OwnError) {
	Object.defineProperty(OwnError, Symbol.hasInstance, {
		value(error) {
			const isOwn = Function.prototype[Symbol.hasInstance].call(this, error);
			return isOwn || (this === OwnError && error instanceof Error);
		},
	});
}

/**
 * Skips what is left of a spec once one of its tests has failed: a mutant needs to be noticed only once. Gives all specs
 * the same n8n, which takes longer to load than most of them take.
 */
module.exports = class extends TestEnvironment {
	hasFailed = false;

	constructor(config, context) {
		super(config, context);
		this.global.n8nWorkflow = n8nWorkflow;
		takeErrorsOfOthers(this.global.Error);
	}

	handleTestEvent({ name, test }) {
		if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) return;
		if (name === 'test_done') this.hasFailed ||= test.errors.length > 0;
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
	}
};
