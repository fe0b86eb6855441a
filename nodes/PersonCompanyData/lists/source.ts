import type { ListEntry } from '../../../core/output/listReader';
import type { Asker } from './listClient';

/** Gives the entries of a list that match what the user has typed; all of them, or the first, for empty text. */
export type ListSource = (asker: Asker, filter: string) => Promise<readonly ListEntry[]>;
