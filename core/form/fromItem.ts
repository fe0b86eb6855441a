import type { IDataObject } from 'n8n-workflow';

/** Default values that take a field of the input item. */

/** What a field is called in results that come out as the service returns them, or in a Brazilian's sheet. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	personId: 'id_pessoa',
	companyId: 'id_empresa',
	profileUrl: 'url_social',
	batchId: 'id_processamento',
	id: 'job_id',
	phone: 'telefone',
};

/** An expression for a field of the item. */
export const fromItem = (name: string): string => `={{ $json.${name} }}`;

const FIELD = /^=\{\{ *\$json\.([A-Za-z_]\w*) *\}\}$/;

/**
 * The field in an expression of that form, such as one that n8n writes when a field is dragged into a parameter;
 * `undefined` for any other text.
 */
export const fieldIn = (text: string): string | undefined => FIELD.exec(text)?.[1];

/** The field of an item that a default value means: that of its name or its other one, in capitals or not. */
export function meantBy(name: string, json: IDataObject): string | undefined {
	const filled = Object.keys(json).filter((field) => json[field] != null);
	return [name, OTHER_NAMES[name] ?? name].flatMap((wanted) => [
		...filled.filter((field) => field === wanted),
		...filled.filter((field) => field.toLowerCase() === wanted.toLowerCase()),
	])[0];
}

/** An expression for the item itself. */
export const WHOLE_ITEM = '={{ $json }}';

/** Whether a text is that expression. */
export const isWholeItem = (text: string): boolean => /^=\{\{ *\$json *\}\}$/.test(text);
