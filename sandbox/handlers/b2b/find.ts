import { Refusal } from '../../base/refusal';
import type { Handlers } from '../../world/call';
import { charge } from '../../world/charge';

/** The lookup of a B2B company; filters beside it are ignored. */
export const b2bFindHandlers: Handlers = {
	b2bCompanyFind: (call) => {
		const { document, url_social: url } = call.body;
		const { companies, searches } = call.world;
		const index =
			document === undefined ? companies.indexOfSocialUrl(url ?? '') : companies.indexOfCnpj(document);
		// Some companies of the registry are unknown to the network.
		if (index === undefined || (companies.base(index) === 'registry' && index % 20 === 0)) {
			throw new Refusal(404, 'not_found', 'No company matches.');
		}
		const identity = `${call.name} ${index}`;
		if (searches.find(identity) === undefined) {
			charge(call, { found: true, newSearch: true });
			searches.store(identity, {}, 1);
		}
		return { status: 200, body: { success: true, data: { company_id: companies.id(index) } } };
	},
};
