const { join } = require('node:path');

const {
	projects: [{ transform, modulePathIgnorePatterns }],
} = require('../../../jest.config');

/**
 * All specs as one project, as StrykerJS follows only one; `stryker.ts` says which. StrykerJS ends no run before its last
 * spec: the runner and the environment do.
 * @type {import('jest').Config}
 */
module.exports = {
	rootDir: join(__dirname, '../../..'),
	// Each run looks through these.
	roots: ['contract', 'core', 'credentials', 'nodes', 'sandbox', 'test', 'tools'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	transform,
	modulePathIgnorePatterns,
	// What a change lets wait for ever is noticed sooner.
	testTimeout: 20_000,
	moduleNameMapper: { '^n8n-workflow$': join(__dirname, 'n8nWorkflow.js') },
	testEnvironment: join(__dirname, 'environment.js'),
	// n8n, which all specs share, must outlast each.
	testEnvironmentOptions: { globalsCleanup: 'off' },
	runner: join(__dirname, 'runner.ts'),
	setupFiles: ['<rootDir>/test/support/quiet.js'],
};
