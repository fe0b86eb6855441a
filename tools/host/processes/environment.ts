import pickBy from 'lodash/pickBy';

/** Settings of npm that say how the registry is reached; everything else npm hands to scripts would change an install. */
const NPM_REACH =
	/^npm_config_(registry|cache|userconfig|globalconfig|cafile|strict_ssl|proxy|https_proxy|http_proxy|noproxy|fetch_.*)$/i;

/** Left by the test runner, by npm scripts or by a debugger, and misread by a program of its own. */
const NOT_FOR_CHILDREN =
	/^(npm_|NODE_ENV$|NODE_OPTIONS$|NODE_PATH$|JEST_|TSX_|TS_NODE_|INIT_CWD$|FORCE_COLOR$)/i;

/** What a program needs from its surroundings to run at all. */
const ESSENTIAL =
	/^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR|TMP|TEMP|NODE_EXTRA_CA_CERTS|SystemRoot|ComSpec|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE)$/i;

/** The environment for npm as if it were called from a fresh shell. */
export function npmEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const isWanted = (name: string): boolean => NPM_REACH.test(name) || !NOT_FOR_CHILDREN.test(name);
	return { ...pickBy(process.env, (_value, name) => isWanted(name)), ...extra };
}

/**
 * The environment for n8n: only the essentials, so that the settings of somebody's real n8n
 * (its database, its queue, its encryption key) never reach this one.
 */
export function n8nEnvironment(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return { ...pickBy(process.env, (_value, name) => ESSENTIAL.test(name)), ...extra };
}

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
