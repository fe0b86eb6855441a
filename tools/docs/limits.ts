import { assumedLimits, limits } from '../../contract/model/limits';
import { table } from '../text/markdown';
import { figure, type Language, type Text } from './language';

/** The limits of the service that users meet, and what the node does about each. */
const rows = (language: Language): ReadonlyArray<readonly [Text, string, Text]> => {
	const number = (value: number): string => figure(value, language);
	return [
		[
			{ en: 'Requests a day', pt: 'Requisições por dia' },
			number(limits.requestsPerDay),
			{
				en: `The account is blocked for ${limits.blockHours} hours, and the execution ends. \`maxRequests\` stops before`,
				pt: `A conta fica bloqueada por ${limits.blockHours} horas, e a execução para. \`maxRequests\` para antes`,
			},
		],
		[
			{ en: 'Requests a month (B2B, B2C)', pt: 'Requisições por mês (B2B, B2C)' },
			`${number(limits.b2bRequestsPerMonth)} / ${number(limits.b2cRequestsPerMonth)}`,
			{
				en: 'The service refuses that product until the next period, and the execution ends',
				pt: 'O serviço recusa esse produto até o próximo período, e a execução para',
			},
		],
		[
			{ en: 'Contacts in a batch', pt: 'Contatos em um lote' },
			number(limits.contactsPerBatch),
			{ en: 'The node splits longer lists', pt: 'O nó divide listas maiores' },
		],
		[
			{ en: 'Numbers in a chat app batch', pt: 'Números em um lote do Chat App' },
			number(limits.chatAppBatchNumbers),
			{ en: 'The node splits longer lists', pt: 'O nó divide listas maiores' },
		],
		[
			{ en: 'Results on a search page (assumed)', pt: 'Resultados em uma página de busca (suposição)' },
			number(assumedLimits.searchPageSize),
			{ en: 'The node loads as many pages as needed', pt: 'O nó carrega as páginas necessárias' },
		],
		[
			{ en: 'Enrich Now may take', pt: 'Enrich Now pode levar' },
			`${limits.holdSeconds} s`,
			{
				en: `The node gives up after ${assumedLimits.heldRequestSeconds} s`,
				pt: `O nó desiste depois de ${assumedLimits.heldRequestSeconds} s`,
			},
		],
		[
			{ en: 'Polling a batch gains nothing below', pt: 'Consultar um lote não adianta antes de' },
			`${limits.pollSeconds} s`,
			{ en: 'The node waits at least that long', pt: 'O nó espera pelo menos isso' },
		],
		[
			{ en: 'An event or callback must be answered within', pt: 'Um evento ou aviso deve ser respondido em' },
			`${limits.webhookTimeoutSeconds} s`,
			{
				en: `The service tries ${limits.webhookAttempts} times, ${limits.webhookRetrySeconds} s apart`,
				pt: `O serviço tenta ${limits.webhookAttempts} vezes, a cada ${limits.webhookRetrySeconds} s`,
			},
		],
	];
};

export const limitsTable = (language: Language): string => {
	const { code } = language;
	return table(
		code === 'en' ? ['Limit', 'Value', 'What happens'] : ['Limite', 'Valor', 'O que acontece'],
		rows(language).map(([limit, value, done]) => [limit[code], value, done[code]]),
	);
};
