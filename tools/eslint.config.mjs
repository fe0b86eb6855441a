import { config } from '@n8n/node-cli/eslint';

/**
 * n8n's rules for what is never shipped. Each of the folders that hold such code has an
 * `eslint.config.mjs` that is this one, so that the one of the root stays as strict mode wants it.
 *
 * Off are only the rules that keep a node within what n8n lets it do: here are servers, command
 * lines and tests, which read files, start processes and wait.
 */
export default [
	...config,
	{
		files: ['**/*.ts'],
		rules: {
			'@n8n/community-nodes/no-restricted-globals': 'off',
			'@n8n/community-nodes/no-restricted-imports': 'off',
			'@n8n/community-nodes/require-node-api-error': 'off',
			// Refuses to start processes and to run code from text; only the second stays refused.
			'@n8n/community-nodes/no-dangerous-functions': 'off',
			'no-eval': 'error',
			'no-new-func': 'error',
		},
	},
];
