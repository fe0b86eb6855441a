/** Settings for an n8n that keeps its data in this folder and leaves the outside world alone. */
export function quietSettings(home: string): Record<string, string> {
	return {
		N8N_USER_FOLDER: home,
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_PYTHON_ENABLED: 'false',
		N8N_LOG_LEVEL: 'info',
		NODE_ENV: 'production',
		NO_COLOR: '1',
	};
}
