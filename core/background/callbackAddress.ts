import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../base/tool';

/**
 * The address that the service calls when a batch is complete. It probes the address before it accepts a
 * submission, when the execution's own resume address does not answer yet; so it is given the address of the
 * published node, which passes the call on to the execution. The resume address stands in its query.
 */
const RESUME = 'resume';

/** The path of the published node's webhook, after its ID. */
export const CALLBACK_PATH = 'callback';

/**
 * The methods of that webhook: those of the probe and of the call. There are none while a step is run by hand:
 * n8n would wait for a call of each webhook on the way before it starts anything.
 */
export const CALLBACK_METHODS =
	'={{ $workflow.active && $parameter["afterSubmission"] === "webhook" ? "GET,HEAD,POST" : "" }}';

/** The address of an execution that waits: base, segment, ID of the execution. */
const WAITING_URL = /^(https?:\/\/[^?#]+)\/([\w.~-]+)\/\d+\/?(?:\?|$)/;

/** What a resume address of an execution looks like below its host: ID of the execution, then of the node. */
const RESUME_PATH = /^\/(?:[\w.~-]+\/)*\d+\/[\w-]+\?signature=[\w.~%-]+(?:&batch=\d+)?$/;

/** The address for the callbacks of this execution, or why there is none. */
export function callbackAddress(
	context: IExecuteFunctions,
): { readonly url: (batch: number) => string } | { readonly problem: string } {
	if (isTool(context)) return { problem: 'an AI agent cannot wait by webhook' };
	// What runs by hand may not be published, or another version of it.
	if (context.getMode() === 'manual') return { problem: 'the workflow runs by hand, not as published' };
	const { id, webhookId } = context.getNode();
	const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const [base, segment] = WAITING_URL.exec(resumeUrl)?.slice(1) ?? [];
	if (webhookId === undefined || segment === undefined)
		return { problem: 'this n8n gives the node no address' };
	// Both segments can be set in n8n; should the other one be set, too, the service refuses the address.
	const live = `${base}/${segment.replace(/-waiting$/, '')}/${webhookId}/${CALLBACK_PATH}`;
	const resume = new URL(resumeUrl);
	// Anybody could let the execution go on, and its address is one that is not passed on to.
	if (!resume.searchParams.has('signature'))
		return { problem: 'this n8n does not sign the addresses of executions' };
	const path = `${resume.pathname.replace(/\/$/, '')}/${id}${resume.search}`;
	return {
		url: (batch) => {
			const url = new URL(live);
			url.searchParams.set(RESUME, `${path}&batch=${batch}`);
			return url.toString();
		},
	};
}

/**
 * Where a callback is to be passed on to: a resume address of this node on the same n8n, never another host.
 * @param live the address of the node's webhook
 * @param resume what the callback names
 */
export function resumeAddress(live: string | undefined, nodeId: string, resume: unknown): string | undefined {
	if (live === undefined || typeof resume !== 'string' || !RESUME_PATH.test(resume)) return undefined;
	if (!resume.split('?')[0].endsWith(`/${nodeId}`)) return undefined;
	const target = new URL(resume, live);
	return target.origin === new URL(live).origin ? target.toString() : undefined;
}
