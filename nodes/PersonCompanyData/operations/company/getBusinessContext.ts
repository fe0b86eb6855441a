import { AdvisedError } from '../../../../core/base/errors';
import { duration } from '../../../../core/base/text';
import { known, readAnswer } from '../../../../core/read/answer';
import { tryOnce } from '../../../../core/purchase/askOnce';
import { poll } from '../../../../core/background/poll';
import { readDocument } from '../../shared/document';
import { waitLimit } from '../../shared/fields';
import {
	askOnce, defined, endpoints, fromItem, ifNothingFound, NotFound, operation, valueField, type Call, type Produced,
	type Reply, type Service,
} from '../../shared/prelude'; // prettier-ignore

const endpoint = endpoints.companyIntel;

interface ContextInput {
	readonly cnpj: string;
	readonly limitSeconds: number;
}

export const getBusinessContext = operation({
	name: 'Get Business Context',
	action: 'Get business context of company',
	description:
		"Get what a company's own website says about its business; waits until the service has read it",
	calls: [endpoint],
	fields: { cnpj: valueField(endpoint.query.properties.cnpj, { default: fromItem('cnpj') }), waitLimit },
	includesInput: true,
	options: { ifNothingFound },
	prepare: (input, at): ContextInput => ({
		cnpj: readDocument('cnpj', input.cnpj, at),
		limitSeconds: input.waitLimit,
	}),
	purchaseKey: ({ cnpj }) => ({ ask: endpoint.path, for: { cnpj } }),
	run: readContext,
});

/** Polls until the website has been read. Only a ready response is charged, and only the first time. */
async function readContext(input: ContextInput, service: Service): Promise<Produced[]> {
	const call: Call = { endpoint, query: { cnpj: input.cnpj } };
	const whenRead = async (): Promise<Reply> => await whenReady(input, call, service);
	const answer = known(endpoint, (await askOnce(service, call, whenRead)).body);
	if (stateIn(answer) === 'ready') return [{ outcome: 'found', ...answer?.raw }];
	return [new NotFound({ cnpj: input.cnpj, ...defined({ status: answer?.fields.status }) })];
}

const stateIn = (answer: ReturnType<typeof known<typeof endpoint>>): string | undefined =>
	answer?.fields.status?.toLowerCase();

async function whenReady({ limitSeconds }: ContextInput, call: Call, service: Service): Promise<Reply> {
	const release = service.session.usage.reserve(endpoint, 1);
	const polled = poll(service, {
		endpoint,
		limitSeconds,
		ask: async () => {
			const asked = await tryOnce(service, call);
			return readAnswer(endpoint, asked.body).kind === 'pending' ? undefined : asked;
		},
	});
	const reply = await polled.finally(release);
	if (reply !== undefined) {
		if (stateIn(known(endpoint, reply.body)) === 'ready') service.charge(call, reply);
		return reply;
	}
	throw new AdvisedError(
		`The service hasn't read the company's website after ${duration(limitSeconds)}`,
		'Nothing was charged. Run it again later: it is free until the result is ready.',
	);
}
