import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * The service probes the callback URL before it accepts a submission, when the execution's own resume URL does
 * not respond yet. So it gets the webhook URL of the published node, which forwards the call to the resume URL
 * in this query parameter.
 */
const RESUME = 'resume';

export const CALLBACK_PATH = 'callback';

/** HEAD for the probe. None in a manual execution: n8n would first wait for a call to each webhook. */
export const CALLBACK_METHODS =
	'={{ $workflow.active && $parameter["afterSubmission"] === "webhook" ? "GET,HEAD,POST" : "" }}';

/** Base, segment, execution ID. */
const WAITING_URL = /^(https?:\/\/[^?#]+)\/([\w.~-]+)\/\d+\/?(?:\?|$)/;

const LONGEST_PATH = 2000;
/** Ends with execution ID, node ID and signature. */
const RESUME_PATH = /^\/(?:[\w.~-]+\/)*\d+\/[\w-]+\?signature=[\w.~%-]+$/;

export function callbackAddress(
	context: IExecuteFunctions,
): { readonly url: string } | { readonly problem: string } {
	const { id, webhookId } = context.getNode();
	const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const [base, segment] = WAITING_URL.exec(resumeUrl)?.slice(1) ?? [];
	if (webhookId === undefined || segment === undefined)
		return { problem: 'this n8n gives the node no webhook URL' };
	// n8n can rename both path segments; if the other one was renamed, the service's probe rejects the URL.
	const live = new URL(`${base}/${segment.replace(/-waiting$/, '')}/${webhookId}/${CALLBACK_PATH}`);
	const resume = new URL(resumeUrl);
	// Without a signature, anyone could resume the execution, so `resumeAddress` refuses such URLs too.
	if (!resume.searchParams.has('signature')) return { problem: 'this n8n does not sign resume URLs' };
	live.searchParams.set(RESUME, `${resume.pathname.replace(/\/$/, '')}/${id}${resume.search}`);
	return { url: live.toString() };
}

/** The URL to forward a callback to: always this node's resume URL on the same n8n instance. */
export function resumeAddress(live: string | undefined, nodeId: string, resume: unknown): string | undefined {
	if (live === undefined || typeof resume !== 'string' || resume.length > LONGEST_PATH) return undefined;
	if (!RESUME_PATH.test(resume)) return undefined;
	if (!resume.split('?')[0].endsWith(`/${nodeId}`)) return undefined;
	const target = new URL(resume, live);
	// The URL parser resolves `..`, so a path that climbs differs from the given one.
	const isAsGiven = `${target.pathname}${target.search}` === resume;
	return isAsGiven && target.origin === new URL(live).origin ? target.toString() : undefined;
}
