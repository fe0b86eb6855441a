import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { PersonCompanyDataApi } from '../../../credentials/PersonCompanyDataApi.credentials';
import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { PersonCompanyDataNewLeadsTrigger } from '../../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { PersonCompanyDataTrigger } from '../../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';

/** Everything of the package that n8n shows to a user. */

export const action: INodeTypeDescription = new PersonCompanyData().description;
export const trigger: INodeTypeDescription = new PersonCompanyDataTrigger().description;
export const newLeads: INodeTypeDescription = new PersonCompanyDataNewLeadsTrigger().description;
export const credential = new PersonCompanyDataApi();

/** A control, and the way to it through what holds it. */
export interface Shown {
	readonly place: string;
	readonly property: INodeProperties;
}

function within(properties: readonly INodeProperties[], way: string): Shown[] {
	return properties.flatMap((property): Shown[] => {
		const { resource, operation } = property.displayOptions?.show ?? {};
		const form = [resource, operation].flatMap((names) => names ?? []).join('.');
		const place = `${way}${form === '' ? '' : `${form} > `}${property.displayName}`;
		const inner = (property.options ?? []).flatMap((option) =>
			'values' in option ? option.values : property.type === 'collection' ? [option as INodeProperties] : [],
		);
		return [{ place, property }, ...within(inner, `${place} > `)];
	});
}

/** All controls of the nodes and the credential, however deep. */
export const shown: readonly Shown[] = [
	...within(action.properties, ''),
	...within(trigger.properties, 'Trigger > '),
	...within(newLeads.properties, 'New Leads > '),
	...within(credential.properties, 'Credential > '),
];

/** The entries of a menu; none for what has no menu. */
export const entriesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];

/** The operations of the action node. */
export const operations: readonly INodePropertyOptions[] = action.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(entriesOf);

/** Places of the controls that break a rule. */
export const breaking = (rule: (property: INodeProperties) => boolean): string[] =>
	shown.filter(({ property }) => rule(property)).map(({ place }) => place);
