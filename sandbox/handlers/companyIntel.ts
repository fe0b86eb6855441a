import { normalizeCnpj } from '../../contract/input';
import { MARKER, SPECIALITIES } from '../data/vocabulary';
import type { Handlers } from '../world/call';
import { charge } from '../world/charge';

/** The business context of a company, which the specification does not have; only a ready one is charged. */
export const companyIntelHandlers: Handlers = {
	companyIntel: (call) => {
		const { companies, intel } = call.world;
		const cnpj = normalizeCnpj(call.query.cnpj) ?? call.query.cnpj;
		const index = companies.indexOfCnpj(cnpj);
		if (index === undefined) return { status: 200, body: { status: 'not_found' } };
		if (!intel.isReady(cnpj)) return { status: 200, body: { status: 'processing' } };
		charge(call, { found: true, document: cnpj });
		const summary = `${MARKER}: ${companies.name(index)}, ${SPECIALITIES[companies.speciality(index)]}`;
		return {
			status: 200,
			body: { status: 'ready', cnpj, website: `https://${companies.domain(index)}`, summary },
		};
	},
};
