import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * The context of a webhook call as those see it who read from the service: n8n gives it neither a memory of
 * its own nor a signal that somebody has stopped it.
 * @param memory what the node remembers between calls, such as a limit that was met
 */
export function readingContext(context: IWebhookFunctions, memory: IDataObject): IExecuteFunctions {
	const added: Readonly<Record<string | symbol, unknown>> = {
		getContext: () => memory,
		getExecutionCancelSignal: () => undefined,
	};
	return new Proxy(context, {
		get: (target, name) => (name in added ? added[name] : (Reflect.get(target, name) as unknown)),
		// Readers use nothing of an execution but what a webhook call has, too, and what is added here.
	}) as unknown as IExecuteFunctions;
}
