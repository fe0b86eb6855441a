import { limits } from '../../../../contract/model/limits';
import { inputError, type At } from '../../families/kit';

/** The layout that adds email addresses of persons; its only parameter is the number of emails per person. */
const EMAILS_PER_PERSON = 3;

/**
 * The parameters of a layout, in its order.
 * @throws NodeOperationError when layout 3 does not get its one number.
 */
export function readParameters(
	layout: number,
	given: readonly string[] | undefined,
	at: At,
): string[] | undefined {
	const parameters = [...(given ?? [])];
	if (layout !== EMAILS_PER_PERSON) return parameters.length === 0 ? undefined : parameters;
	const [emails, ...others] = parameters;
	const isInRange =
		/^\d+$/.test(emails ?? '') && Number(emails) >= 1 && Number(emails) <= limits.layout3Emails;
	if (isInRange && others.length === 0) return [String(Number(emails))];
	throw inputError(
		at('Parameters'),
		`are invalid for layout ${EMAILS_PER_PERSON}.`,
		`Enter one parameter: the number of emails per person, from 1 to ${limits.layout3Emails}.`,
	);
}
