import { WHOLE, type Fact, type Facts, type OperationFacts } from './facts';

interface FieldDifference {
	readonly text: string;
	readonly assumed: boolean;
}

const NONE: Facts = new Map();

const typesOf = (fact: Fact): string => fact.types.join(' or ') || 'anything';

function valuesText(here: Fact, there: Fact): string | undefined {
	if (here.values?.join('\n') === there.values?.join('\n')) return undefined;
	if (there.values === undefined) return `closed list here (${here.values?.join(', ')}), open there`;
	if (here.values === undefined) return `open here, closed list there (${there.values.join(', ')})`;
	const added = there.values.filter((value) => !here.values?.includes(value));
	const missing = here.values.filter((value) => !there.values?.includes(value));
	return [
		missing.length > 0 ? `values only here: ${missing.join(', ')}` : '',
		added.length > 0 ? `values only there: ${added.join(', ')}` : '',
	]
		.filter(Boolean)
		.join('; ');
}

/** What two documents say differently of a field that both have. */
function factDifferences(
	name: string,
	here: Fact,
	there: Fact,
	operationAssumed: boolean,
): FieldDifference[] {
	const { assumed } = here;
	const found: FieldDifference[] = [];
	if (here.name !== there.name) {
		found.push({ text: `${name}: named ${here.name} here, ${there.name} there`, assumed });
	}
	if (typesOf(here) !== typesOf(there)) {
		found.push({ text: `${name}: ${typesOf(here)} here, ${typesOf(there)} there`, assumed });
	}
	const values = valuesText(here, there);
	if (values !== undefined) found.push({ text: `${name}: ${values}`, assumed });
	if (here.required !== there.required) {
		const text = `${name}: ${here.required ? 'required here, optional there' : 'optional here, required there'}`;
		found.push({ text, assumed: assumed || operationAssumed });
	}
	return found;
}

/** The name of what a field stands in. */
function parentOf(name: string): string {
	if (name.includes(' ')) return name.slice(0, name.indexOf(' '));
	return name.endsWith('[]') ? name.slice(0, -2) : name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/**
 * Whether our not having a field is assumed: when what it stands in is assumed, or when any field beside it
 * is, as then the specification does not list them all.
 */
function absenceAssumed(name: string, ours: Facts): boolean {
	const parent = parentOf(name);
	if (ours.get(parent === '' ? WHOLE : parent)?.assumed) return true;
	const beside = [...ours].filter(([other]) => other !== WHOLE && parentOf(other) === parent);
	return beside.length === 0 || beside.some(([, fact]) => fact.assumed);
}

function compareFacts(here: Facts, there: Facts, operationAssumed: boolean): FieldDifference[] {
	const found: FieldDifference[] = [];
	const reported: string[] = [];
	/** Only the outermost field that one side lacks is told, not all within it. */
	const isNew = (name: string): boolean => {
		if (reported.some((outer) => name.startsWith(`${outer}.`) || name.startsWith(`${outer}[]`))) return false;
		reported.push(name);
		return true;
	};
	for (const [name, fact] of here) {
		const other = there.get(name);
		if (other !== undefined) found.push(...factDifferences(name, fact, other, operationAssumed));
		else if (isNew(name)) found.push({ text: `${name}: only here`, assumed: fact.assumed });
	}
	for (const [name, fact] of there) {
		if (here.has(name) || !isNew(name)) continue;
		const needed = fact.required ? ', required' : '';
		found.push({
			text: `${name}: only there (${typesOf(fact)}${needed})`,
			assumed: absenceAssumed(name, here),
		});
	}
	return found;
}

/** Differences in the parameters of an operation. */
export const parameterDifferences = (here: OperationFacts, there: OperationFacts): FieldDifference[] =>
	compareFacts(here.parameters, there.parameters, here.assumed);

/** Differences in the fields of the body or the answer of an operation. */
export function fieldDifferences(
	part: 'body' | 'answer',
	here: OperationFacts,
	there: OperationFacts,
): FieldDifference[] {
	if (here[part] === undefined && there[part] === undefined) return [];
	if (there[part] === undefined) {
		const assumed = here.assumed || here[part]?.get(WHOLE)?.assumed === true;
		return [{ text: `${part}: only here`, assumed }];
	}
	if (here[part] === undefined) return [{ text: `${part}: only there`, assumed: true }];
	return compareFacts(here[part] ?? NONE, there[part] ?? NONE, here.assumed);
}
