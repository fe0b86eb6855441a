import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonObject } from '../document/types';

/** The user's input cannot be used; the message says why, in one line. */
export class InputError extends Error {}

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first line of what an error says. */
export const firstLine = (error: unknown): string =>
	String(isObject(error) && 'message' in error ? error.message : error)
		.split('\n')[0]
		.replace(/:$/, '');

function textOf(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		const missing = isObject(error) && error.code === 'ENOENT';
		throw new InputError(`${path}: ${missing ? 'there is no such file' : firstLine(error)}`);
	}
}

/** The OpenAPI document (2.0, 3.0 or 3.1) in a file of JSON or YAML. */
export function readDocument(path: string): JsonObject {
	const text = textOf(path);
	let content: unknown;
	try {
		// Warnings on odd YAML would go to the terminal.
		content = parse(text, { logLevel: 'error' });
	} catch (error) {
		throw new InputError(`${path}: neither JSON nor YAML (${firstLine(error)})`);
	}
	const version = isObject(content) ? String(content.openapi ?? content.swagger ?? '') : '';
	if (!isObject(content) || !/^(2\.0|3\.[01](\.|$))/.test(version)) {
		const found = version === '' ? 'no version is named' : `it says ${version}`;
		throw new InputError(`${path}: not an OpenAPI document of version 2.0, 3.0 or 3.1 (${found})`);
	}
	if (!isObject(content.paths)) throw new InputError(`${path}: an OpenAPI document without paths`);
	return content;
}

/** Finds what a local reference (`#/components/…`) points at. */
export function resolveReference(document: JsonObject, reference: unknown): JsonObject {
	const steps =
		typeof reference === 'string' && reference.startsWith('#/') ? reference.slice(2).split('/') : [];
	let target: unknown = steps.length === 0 ? undefined : document;
	for (const step of steps) {
		const name = step
			.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
			.replace(/~1/g, '/')
			.replace(/~0/g, '~');
		target = isObject(target) || Array.isArray(target) ? Reflect.get(target, name) : undefined;
	}
	if (!isObject(target)) throw new InputError(`the reference ${String(reference)} leads nowhere`);
	return target;
}

/** An object of the document, or what it refers to. */
export function follow(document: JsonObject, value: unknown): JsonObject {
	let target = isObject(value) ? value : {};
	for (let hops = 0; typeof target.$ref === 'string'; hops++) {
		if (hops === 50) throw new InputError(`the reference ${target.$ref} leads to itself`);
		target = resolveReference(document, target.$ref);
	}
	return target;
}
