import { join } from 'node:path';

import { runCommand } from '../../tools/host/processes/command';
import { npmEnvironment } from '../../tools/host/processes/environment';

/** Name of the machine in the certificate. */
export const HOST = 'localhost';

/** The files of a certificate and its key. */
export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

/** Makes a certificate for this machine that nobody trusts unless told to; it needs openssl. */
export async function makeCertificate(folder: string): Promise<Certificate> {
	const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
	const args = [
		...['req', '-x509', '-nodes', '-days', '2', '-subj', `/CN=${HOST}`],
		...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
		...['-addext', `subjectAltName=DNS:${HOST}`, '-keyout', files.key, '-out', files.cert],
	];
	await runCommand('openssl', 'openssl', args, { cwd: folder, env: npmEnvironment() });
	return files;
}
