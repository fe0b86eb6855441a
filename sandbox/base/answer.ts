/** What goes over the wire; a reset connection answers nothing. */
export type Answer = WrittenAnswer | 'reset';

export interface WrittenAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

/** An answer in JSON. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): WrittenAnswer => ({
	status,
	headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
	text: JSON.stringify(body),
});
