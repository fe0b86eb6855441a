interface Scanner {
	readonly SOURCE_FILE_PATTERNS: readonly string[];
	analyzePackage(
		folder: string,
		patterns: readonly string[],
	): Promise<{ readonly passed: boolean; readonly message?: string; readonly details?: string }>;
}

/** Not a literal: the module has no types. */
const SCANNER: string = '@n8n/scan-community-package/scanner/scanner.mjs';

/** n8n's scan of community packages, of a checkout unless other files are named; nothing when it passes. */
export async function scan(folder: string, patterns?: readonly string[]): Promise<string[]> {
	const { analyzePackage, SOURCE_FILE_PATTERNS } = (await import(SCANNER)) as Scanner;
	const { passed, message, details } = await analyzePackage(folder, patterns ?? SOURCE_FILE_PATTERNS);
	return passed ? [] : [`${message ?? 'refused'} ${details ?? ''}`.trim()];
}
