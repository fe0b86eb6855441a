/** @type {import('jest').Config} */
const shared = {
	rootDir: __dirname,
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
	testEnvironment: 'node',
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
};

/** Projects whose node calls a sandbox: each call is held against the OpenAPI document. */
const watched = { ...shared, setupFilesAfterEnv: ['<rootDir>/test/support/document/watch.ts'] };

const PATIENCE = '<rootDir>/test/runners/patience.ts';
const withN8n = { ...watched, setupFilesAfterEnv: [...watched.setupFilesAfterEnv, PATIENCE] };

module.exports = {
	// Some tests take a second or two; a busy machine must not fail them.
	testTimeout: 60_000,
	// Each spec leaves something of its modules behind; a worker with more starts anew.
	workerIdleMemoryLimit: '1500MB',
	projects: [
		{ ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.spec.ts'] },
		{ ...shared, displayName: 'properties', testMatch: ['<rootDir>/test/properties/**/*.spec.ts'] },
		// Long texts, read each night.
		{ ...shared, displayName: 'linear', testMatch: ['<rootDir>/test/linear/**/*.spec.ts'] },
		{ ...shared, displayName: 'sandbox', testMatch: ['<rootDir>/test/sandbox/**/*.spec.ts'] },
		{
			...watched,
			displayName: 'node',
			testMatch: ['<rootDir>/test/node/**/*.spec.ts'],
			setupFiles: ['<rootDir>/test/support/quiet.js'],
		},
		{
			...watched,
			displayName: 'chaos',
			testMatch: ['<rootDir>/test/chaos/**/*.spec.ts'],
			setupFiles: ['<rootDir>/test/support/quiet.js'],
		},
		{
			...withN8n,
			displayName: 'queue',
			testMatch: ['<rootDir>/test/queue/**/*.spec.ts'],
			// Six processes at work leave no room for other specs.
			runner: '<rootDir>/test/runners/serialRunner.ts',
		},
		{
			...withN8n,
			displayName: 'editor',
			testMatch: ['<rootDir>/test/editor/**/*.spec.ts'],
			runner: '<rootDir>/test/runners/stackRunner.ts',
		},
		{
			...withN8n,
			displayName: 'n8n',
			testMatch: ['<rootDir>/test/n8n/**/*.spec.ts'],
			// The specs of a worker share one n8n and one sandbox.
			runner: '<rootDir>/test/runners/stackRunner.ts',
			globalSetup: '<rootDir>/test/n8n/globalSetup.ts',
			globalTeardown: '<rootDir>/test/n8n/globalTeardown.ts',
		},
	],
};
