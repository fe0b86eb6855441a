import { endpoints } from '../../../../contract';
import { poll } from '../../../../core/background/poll';
import { attempt } from '../../../../core/base/async';
import { AdvisedError } from '../../../../core/base/errors';
import { defined } from '../../../../core/base/json';
import { duration } from '../../../../core/base/text';
import { isUncharged } from '../../../../core/client/failure';
import type { Call, Reply } from '../../../../core/client/request';
import type { Service } from '../../../../core/client/service';
import { fromItem } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';
import { ifNothingFound, NotFound, type Produced } from '../../../../core/output/result';
import { askOnce, tryOnce } from '../../../../core/purchase/askOnce';
import { known, readAnswer } from '../../../../core/read/answer';
import { operation } from '../../run/operation';
import { waitingFor } from '../../shared/fields';

const endpoint = endpoints.companyIntel;

export const getBusinessContext = operation({
	name: 'Get Business Context',
	action: 'Get business context of company',
	description:
		"Get what a company's own website says about its business; waits until the service has read it",
	calls: [endpoint],
	fields: {
		cnpj: valueField(endpoint.query.properties.cnpj, { default: fromItem('cnpj') }),
		waitLimit: waitingFor('How long to wait; nothing is charged before the result is ready. 0 asks once.'),
	},
	includesInput: true,
	options: { ifNothingFound },
	prepare: ({ cnpj, waitLimit: limitSeconds }) => ({ cnpj, limitSeconds }),
	purchaseKey: ({ cnpj }) => ({ ask: endpoint.path, for: { cnpj } }),
	run: async ({ cnpj, limitSeconds }, service): Promise<Produced[]> => {
		const call: Call = { endpoint, query: { cnpj } };
		const whenRead = async (): Promise<Reply> => await whenReady(service, call, limitSeconds);
		const answer = known(endpoint, (await askOnce(service, call, whenRead)).body);
		if (isReady(answer)) return [{ outcome: 'found', ...answer?.raw }];
		return [new NotFound({ cnpj, ...defined({ status: answer?.fields.status }) })];
	},
});

const isReady = (answer: ReturnType<typeof known<typeof endpoint>>): boolean =>
	answer?.fields.status?.toLowerCase() === 'ready';

/** Polls until the website has been read. Only a ready response is charged, and only the first time. */
async function whenReady(service: Service, call: Call, limitSeconds: number): Promise<Reply> {
	const release = service.session.usage.reserve(endpoint, 1);
	// A pending answer proves that those before it, which were lost, were pending, too.
	let isLost = false;
	const ask = async (): Promise<Reply | undefined> => {
		const asked = await attempt(tryOnce(service, call));
		isLost = !asked.ok && !isUncharged(asked.error);
		if (!asked.ok) throw asked.error;
		return readAnswer(endpoint, asked.value.body).kind === 'pending' ? undefined : asked.value;
	};
	const reply = await poll(service, { limitSeconds, ask }).finally(() => {
		release();
		if (isLost) service.session.usage.lose(endpoint, 1);
	});
	if (reply !== undefined) {
		if (isReady(known(endpoint, reply.body))) service.charge(call, reply);
		return reply;
	}
	throw new AdvisedError(
		`The service hasn't read the company's website${limitSeconds > 0 ? ` after ${duration(limitSeconds)}` : ' yet'}`,
		'Nothing was charged. Run it again later: it costs 1 credit once the result is ready.',
	);
}
