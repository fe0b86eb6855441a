import type { IDataObject } from 'n8n-workflow';

import { STATES } from '../../contract/model/vocabularies';
import { asInteger, asText } from '../base/json';
import type { Places } from './places';
import type { Lead } from './model/vocabulary';

const isState = (text: string): boolean => STATES.some((state) => state === text.toUpperCase());

/** City and state of a text such as `Porto Alegre, RS` or `Porto Alegre - RS`. */
function cityAndState(text: string): Pick<Lead, 'city' | 'state'> {
	const parts = text
		.split(/,| - /)
		.map((part) => part.trim())
		.filter((part) => part !== '');
	const state = parts.slice(1).find(isState);
	return { city: parts[0], ...(state !== undefined && { state: state.toUpperCase() }) };
}

/** The address that the service ranks best, if there is any. */
function bestAddress(places: Places): Places | undefined {
	const rank = ({ priority }: IDataObject): number => asInteger(priority) ?? Number.MAX_SAFE_INTEGER;
	const [first] = places.rows('addresses', 'enderecos').sort((a, b) => rank(a) - rank(b));
	return first && places.within(first);
}

/** Where a person or company is, from an address, columns of a file, or one text. */
export function locationIn(places: Places): Lead {
	const address = bestAddress(places);
	const find = (...names: string[]): string | undefined =>
		asText(address?.find(...names) ?? places.find(...names));
	const [, numbered] = places.numbered('endereco')[0] ?? [];
	const street = find('street', 'logradouro') ?? asText(numbered);
	const number = find('number', 'numero');
	const whole = find('localizacao', 'city_uf', 'location');
	const state = find('district', 'uf', 'estado', 'state');
	const city = find('city', 'cidade', 'municipio');
	return {
		...(whole !== undefined && cityAndState(whole)),
		...(city !== undefined && { city }),
		...(state !== undefined && isState(state) && { state: state.toUpperCase() }),
		neighborhood: find('neighborhood', 'bairro'),
		street: street === undefined || number === undefined ? street : `${street}, ${number}`,
		postalCode: find('postal_code', 'cep'),
	};
}
