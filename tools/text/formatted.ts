import { format, resolveConfig } from 'prettier';

/** The text in the checkout's own style, so that formatting everything changes nothing in it. */
export const formatted = async (path: string, text: string): Promise<string> =>
	await format(text, { ...(await resolveConfig(path)), filepath: path });
