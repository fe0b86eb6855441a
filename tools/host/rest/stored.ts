import type { IConnections, IDataObject, INode, IPinData } from 'n8n-workflow';

/** What a workflow is made of. */
export interface WorkflowDraft {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IDataObject;
	/** Items that stand in for what a node would output. */
	pinData?: IPinData;
}

/** A workflow that n8n has stored. */
export interface StoredWorkflow extends WorkflowDraft {
	id: string;
	versionId: string;
}

/** A credential that n8n has stored, as a node refers to it. */
export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}
