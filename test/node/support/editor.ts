import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type IDataObject, type INodeListSearchItems } from 'n8n-workflow';

import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { NO_VALUE } from '../../../nodes/PersonCompanyData/lists/find';
import type { ListName } from '../../../contract/model/lists';
import { additionalDataFor, nodeWith } from '../../support/engine';
import { nodeTypes } from '../../support/harness';

const { methods } = new PersonCompanyData();

/** n8n's own context of a field in a row, as its REST interface makes it when a list is opened. */
function contextOf(credential: IDataObject): LoadOptionsContext {
	const parameters = { form: { rows: { values: [{ value: '' }] } } };
	const node = nodeWith({ type: 'n8n-nodes-person-company-data.personCompanyData', parameters: {} });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataFor(credential, { currentNodeParameters: parameters });
	const path = 'parameters.form.rows.values[0].value';
	return new LoadOptionsContext(workflow, node, additionalData, path);
}

/** The open editor of a node. */
export class Editor {
	constructor(private readonly credential: IDataObject) {}

	/** The first entries that a list shows for what is typed. */
	async list(name: ListName, filter = ''): Promise<INodeListSearchItems[]> {
		return (await this.page(name, filter)).results;
	}

	/** A part of a list; the token is that of the part before. */
	async page(name: ListName, filter = '', token?: string) {
		return await methods.listSearch[name].call(contextOf(this.credential), filter, token);
	}

	/** The values that a list would have the node send. */
	async values(name: ListName, filter = ''): Promise<unknown[]> {
		return (await this.list(name, filter)).flatMap(({ value }) => (value === NO_VALUE ? [] : value));
	}
}
