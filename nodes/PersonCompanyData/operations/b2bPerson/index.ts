import { enrichEach, enrichInBatch } from '../../shared/enrichment/enrichInBatch';
import { enrichNow } from '../../shared/enrichment/enrichNow';
import { b2bSearch } from '../../shared/search/search';

export const enrichPersonBatch = enrichInBatch('person');
export const enrichPersonNow = enrichNow('person');
export const enrichPersons = enrichEach('person');

export const searchB2bPersons = b2bSearch('persons', {
	action: 'Search B2B persons',
	hint: 'The first step to leads: filter by niveis_senioridade (decision makers are Decisores), cargos, estados or localizacoes, and company filters; set limit. Results have no contacts: enrichPersonBatch goes after it, with identifyBy id_pessoa.',
});
