import { endpoints } from '../../../contract';
import { Purchases } from '../../../core/purchase/purchases';
import { choose } from '../../../nodes/PersonCompanyData/run/choose';
import type { Operation } from '../../../nodes/PersonCompanyData/run/operation';
import { EntrySets } from '../../support/entrySets';
import { sessionOf } from '../../support/session';

afterEach(() => jest.restoreAllMocks());

const calls: Operation['calls'] = [endpoints.b2bCompanyEnrichBatch];
const operation = { name: 'Test', calls, submitsRecords: true } as Operation;
const item = { item: 0, input: {}, options: {}, purchaseKey: 'by cnpj' };

it('resumes what this execution submitted, though its other identifier is open elsewhere', async () => {
	const sets = new EntrySets().start();
	const session = sessionOf({}, {}, sets.context({ node: 'choose' }));
	Purchases.of(session).ledger.sending(['by id']).id = 'b1';
	sets.put('workflow', 'pending choose by cnpj');
	const found = { ...item, foundKey: 'by id' };
	const { fit, settled } = await choose(session, operation, [found]);
	expect([fit, settled.problems]).toEqual([[found], []]);
});

it('reads what this execution submitted, though its identifier can no longer be found', async () => {
	const session = sessionOf({}, {}, new EntrySets().start().context({ node: 'choose' }));
	Purchases.of(session).ledger.sending([item.purchaseKey]).id = 'b1';
	const plan = () => [endpoints.b2bCompanyFind, ...calls];
	const find = async () => await Promise.reject<never>(new Error('Not found'));
	const { fit, settled } = await choose(session, { ...operation, plan, find }, [item]);
	expect([fit, settled.problems]).toEqual([[item], []]);
});
