import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

/** The type under which n8n knows the node: it stands in no package. */
export const HELPER_TYPE = 'CUSTOM.httpHelper';

/** Puts the node where an n8n on this folder looks for nodes of its owner's own. */
export function installHelperNode(home: string): void {
	const source = readFileSync(join(__dirname, 'helperNode.ts'), 'utf8');
	const { outputText } = transpileModule(source, {
		compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
	});
	const folder = join(home, '.n8n', 'custom');
	mkdirSync(folder, { recursive: true });
	// n8n takes the name of the class from that of the file.
	writeFileSync(join(folder, 'HttpHelper.node.js'), outputText);
}
