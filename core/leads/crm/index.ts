import { hubspot } from './hubspot';
import { pipedrive } from './pipedrive';
import { rdStation } from './rdStation';
import type { Crm } from './table';

/** The CRMs whose field names leads can be output under; another one is one more table. */
export const crms = { hubspot, pipedrive, rdStation } satisfies Readonly<Record<string, Crm>>;

export type CrmName = keyof typeof crms;
