/** What n8n brings, so that nothing but the package is installed with it. */
const BROUGHT = ['n8n-workflow', 'lodash', 'luxon', 'zod', 'crypto'];

/** What a compiled file loads that is neither its own nor brought by n8n. */
export function foreignIn(code: string): string[] {
	const loaded = [...code.matchAll(/\b(?:require|import)\(\s*([^)]*?)\s*\)/g)].map(([, what]) => what);
	return loaded.filter((what) => {
		const name = /^["'](?:node:)?([^"']+)["']$/.exec(what)?.[1];
		return name === undefined || !(/^\.\.?\//.test(name) || BROUGHT.includes(name.split('/')[0]));
	});
}
