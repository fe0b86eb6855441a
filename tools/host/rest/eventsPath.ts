import { createHash } from 'node:crypto';
import type { INode } from 'n8n-workflow';

/** The path of the URL at which a published trigger of this package takes events; its last part is a secret. */
export function eventsPath(
	workflow: { readonly id: string },
	trigger: Pick<INode, 'id' | 'webhookId'>,
): string {
	const secret = createHash('sha256').update(`${workflow.id}${trigger.id}`).digest('hex').slice(0, 40);
	return `/webhook/${trigger.webhookId}/events/${secret}`;
}
