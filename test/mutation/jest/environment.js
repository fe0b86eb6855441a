const { TestEnvironment } = require('jest-environment-node');

/** Skips what is left of a spec once one of its tests has failed: a mutant needs to be noticed only once. */
module.exports = class extends TestEnvironment {
	hasFailed = false;

	handleTestEvent({ name, test }) {
		if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) return;
		if (name === 'test_done') this.hasFailed ||= test.errors.length > 0;
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
	}
};
