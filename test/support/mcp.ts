import type { N8nClient } from '../../tools/host/rest/client';

/** n8n's tools for models that build workflows, over its MCP server. */
export class Mcp {
	private calls = 0;

	private constructor(
		private readonly address: string,
		private readonly key: string,
	) {}

	/** Opens the server of an n8n, which is closed by default. */
	static async open(client: N8nClient, url: string): Promise<Mcp> {
		await client.request('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await client.request<{ apiKey: string }>('POST', '/mcp/api-key/rotate');
		return new Mcp(`${url}/mcp-server/http`, apiKey);
	}

	/** Calls a tool, and returns the first text of its answer and what it is as data. */
	async call<T>(name: string, args: object): Promise<T> {
		const response = await fetch(this.address, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${this.key}`,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({
				jsonrpc: '2.0',
				id: ++this.calls,
				method: 'tools/call',
				params: { name, arguments: args },
			}),
		});
		const text = await response.text();
		const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		const { result, error } = JSON.parse(data) as {
			result?: { structuredContent?: T; content?: Array<{ text?: string }>; isError?: boolean };
			error?: { message: string };
		};
		if (result?.structuredContent === undefined)
			throw new Error(`${name}: ${error?.message ?? result?.content?.[0]?.text ?? data}`);
		return result.structuredContent;
	}
}
