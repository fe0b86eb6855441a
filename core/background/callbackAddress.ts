import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../base/tool';

/**
 * The URL that the service calls when a batch is complete. The service probes the URL before it accepts a
 * submission, when the execution's own resume URL does not respond yet. It is therefore given the webhook URL
 * of the published node, which forwards the call to the execution. The resume URL is in its query.
 */
const RESUME = 'resume';

/** The path of the published node's webhook, after the webhook ID. */
export const CALLBACK_PATH = 'callback';

/**
 * The methods of that webhook: those of the probe and of the call. None in a manual execution: n8n would wait
 * for a call to each webhook of the workflow before it starts anything.
 */
export const CALLBACK_METHODS =
	'={{ $workflow.active && $parameter["afterSubmission"] === "webhook" ? "GET,HEAD,POST" : "" }}';

/** The URL of a waiting execution: base, segment, execution ID. */
const WAITING_URL = /^(https?:\/\/[^?#]+)\/([\w.~-]+)\/\d+\/?(?:\?|$)/;

const LONGEST_PATH = 2000;
/** Path and query of a resume URL: execution ID, then node ID. */
const RESUME_PATH = /^\/(?:[\w.~-]+\/)*\d+\/[\w-]+\?signature=[\w.~%-]+$/;

/** The callback URL of this execution, or why there is none. */
export function callbackAddress(
	context: IExecuteFunctions,
): { readonly url: string } | { readonly problem: string } {
	if (isTool(context)) return { problem: 'an AI agent cannot wait by webhook' };
	// The workflow of a manual execution may be unpublished, or published in another version.
	if (context.getMode() === 'manual')
		return { problem: 'this is a manual execution, not one of the published workflow' };
	const { id, webhookId } = context.getNode();
	const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const [base, segment] = WAITING_URL.exec(resumeUrl)?.slice(1) ?? [];
	if (webhookId === undefined || segment === undefined)
		return { problem: 'this n8n gives the node no webhook URL' };
	// Both path segments are configurable in n8n. If the other one was changed, the service rejects the URL.
	const live = new URL(`${base}/${segment.replace(/-waiting$/, '')}/${webhookId}/${CALLBACK_PATH}`);
	const resume = new URL(resumeUrl);
	// Without a signature, anyone could resume the execution; such a URL is not forwarded to either.
	if (!resume.searchParams.has('signature')) return { problem: 'this n8n does not sign resume URLs' };
	live.searchParams.set(RESUME, `${resume.pathname.replace(/\/$/, '')}/${id}${resume.search}`);
	return { url: live.toString() };
}

/**
 * The URL to forward a callback to: a resume URL of this node on the same n8n instance, never another host.
 * @param live the URL of the node's webhook
 * @param resume the resume URL from the callback's query
 */
export function resumeAddress(live: string | undefined, nodeId: string, resume: unknown): string | undefined {
	if (live === undefined || typeof resume !== 'string' || resume.length > LONGEST_PATH) return undefined;
	if (!RESUME_PATH.test(resume)) return undefined;
	if (!resume.split('?')[0].endsWith(`/${nodeId}`)) return undefined;
	const target = new URL(resume, live);
	// Folders that climb are gone from the URL.
	const isAsGiven = `${target.pathname}${target.search}` === resume;
	return isAsGiven && target.origin === new URL(live).origin ? target.toString() : undefined;
}
