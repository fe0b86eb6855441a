import omit from 'lodash/omit';
import pick from 'lodash/pick';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { advancedOptions } from '../../nodes/PersonCompanyData/run/options';

/** Settings of a node where its form has them: as a switch of their own, under Options or there under Advanced. */
export function placed(settings: IDataObject): IDataObject & INodeParameters {
	const { previewCost, ...others } = settings;
	const advanced = Object.keys(advancedOptions);
	return {
		...(previewCost !== undefined && { previewCost }),
		options: { ...omit(others, advanced), advanced: pick(others, advanced) },
	} as IDataObject & INodeParameters;
}
