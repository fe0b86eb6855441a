import type { IExecuteFunctions, IHookFunctions } from 'n8n-workflow';

import { asText } from './read';

/**
 * The address that the service calls when a batch is complete. It probes the address before it accepts a
 * submission, when the execution's own resume address does not answer yet; so it is given the address of the
 * published node, which passes the call on to the execution. The resume address stands in its query.
 */
const RESUME = 'resume';

/** What a resume address of an execution looks like below its host: ID of the execution, then of the node. */
const RESUME_PATH = /^\/(?:[\w.~-]+\/)*\d+\/[\w-]+\?signature=[\w.~%-]+(?:&batch=\d+)?$/;

/** Notes the address of the node's webhook when the workflow is published. */
export function noteAddress(context: IHookFunctions): void {
	context.getWorkflowStaticData('node').callbackUrl = context.getNodeWebhookUrl('default');
}

/** Forgets it when the workflow is not published any more. */
export function forgetAddress(context: IHookFunctions): void {
	delete context.getWorkflowStaticData('node').callbackUrl;
}

/** The address for the callbacks of this execution, or why there is none. */
export function callbackAddress(
	context: IExecuteFunctions,
): { readonly url: (batch: number) => string } | { readonly problem: string } {
	if (context.isToolExecution?.() === true) return { problem: 'an AI agent cannot wait by webhook' };
	const live = asText(context.getWorkflowStaticData('node').callbackUrl);
	if (live === undefined || !URL.canParse(live)) return { problem: 'the workflow is not published' };
	const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	if (!URL.canParse(resumeUrl)) return { problem: 'this n8n gives the execution no address' };
	const resume = new URL(resumeUrl);
	const path = `${resume.pathname.replace(/\/$/, '')}/${context.getNode().id}${resume.search}`;
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
