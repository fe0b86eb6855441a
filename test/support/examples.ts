import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INode } from 'n8n-workflow';

import type { StoredCredential, WorkflowDraft } from '../../tools/host/rest/stored';
import { CREDENTIAL_TYPE, PACKAGE } from './workflowNodes';

/** An example, by its name. */
export const readExample = (name: string): WorkflowDraft =>
	JSON.parse(readFileSync(resolve(`examples/${name}.json`), 'utf8')) as WorkflowDraft;

/** A node once its user has chosen the credential, which nodes of the package take. */
export const withCredential = (node: INode, { id, name }: Pick<StoredCredential, 'id' | 'name'>): INode =>
	node.type.startsWith(PACKAGE) ? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } } : node;
