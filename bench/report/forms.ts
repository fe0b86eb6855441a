import { figureTable } from '../../tools/text/markdown';
import type { Forms } from '../editor/openForms';
import { isSkipped, type Skipped } from '../measure/skipped';
import { milliseconds, spread } from './figures';

const HEAD = "## Opening a form in n8n's editor";

const HOW =
	'From the double click on a node to the last change of its form, in a chromium without a window, the nodes taking turns after one opening of each that is not counted. Fields are those that the form shows before anything is added.';

/** How long the editor takes to show a node's form. */
export function formsSection(forms: Forms | Skipped): string {
	if (isSkipped(forms)) return `${HEAD}\n\nNot measured: ${forms.skipped}.`;
	const rows = forms.openings.map(({ title, ms, fields }) => [title, spread(ms, milliseconds), fields]);
	return [HEAD, figureTable(['Form', 'Shown after (ms)', 'Fields'], rows), HOW].join('\n\n');
}
