import type { ListEntry } from '../core/listReader';
import type { Asker } from './asker';

/** Gives the entries of a list that match what the user has typed; all of them, or the first, for empty text. */
export type ListSource = (asker: Asker, filter: string) => Promise<readonly ListEntry[]>;
