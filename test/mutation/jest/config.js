const { join } = require('node:path');

const {
	projects: [{ transform, modulePathIgnorePatterns }],
} = require('../../../jest.config');

/**
 * The specs of an area as one project, which is all that StrykerJS can follow; the area says which they are. StrykerJS
 * knows no end before the last spec, so the runner and the environment bring it.
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
	// What is shared outlasts a spec.
	testEnvironmentOptions: { globalsCleanup: 'off' },
	runner: join(__dirname, 'runner.ts'),
	setupFiles: ['<rootDir>/test/support/quiet.js'],
};
