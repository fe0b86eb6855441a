import type { IDataObject } from 'n8n-workflow';

/** In raw results of the service, or in a Brazilian's spreadsheet. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	personId: 'id_pessoa',
	companyId: 'id_empresa',
	profileUrl: 'url_social',
	batchId: 'id_processamento',
	id: 'job_id',
	phone: 'telefone',
};

const FIELD = /^=\{\{ *\$json\.([A-Za-z_]\w*) *\}\}$/;

/** The field in `={{ $json.field }}`, as n8n writes it when one is dragged into a parameter; else `undefined`. */
export const fieldIn = (text: string): string | undefined => FIELD.exec(text)?.[1];

/** The field that a default value means: by its name or its other name, ignoring case. */
export function meantBy(name: string, json: IDataObject): string | undefined {
	const filled = Object.keys(json).filter((field) => json[field] != null);
	return [name, OTHER_NAMES[name] ?? name].flatMap((wanted) => [
		...filled.filter((field) => field === wanted),
		...filled.filter((field) => field.toLowerCase() === wanted.toLowerCase()),
	])[0];
}

export const isWholeItem = (text: string): boolean => /^=\{\{ *\$json *\}\}$/.test(text);
